import { type ConnectionEnd, openRawConnection } from '../wire/raw-connection.ts';

/** What a client received, and how the connection ended. */
export interface FaultTranscript {
  /** Latin-1. */
  readonly text: string;
  /** `open` when the connection carried another exchange, or the time was over. */
  readonly end: ConnectionEnd | 'open';
  readonly milliseconds: number;
}

export interface FaultClient {
  readonly ca?: string | undefined;
  /** Milliseconds to wait for the end of the connection. */
  readonly patience?: number;
  /**
   * Whether all bytes have arrived that are expected on a connection that stays open. The client then sends another
   * request; its response proves that the connection is open, and that nothing else was sent.
   */
  readonly isComplete?: (text: string) => boolean;
}

const PROBE = 'GET /compose?status=299 HTTP/1.1\r\nHost: localhost\r\n\r\n';
const PROBE_RESPONSE = 'HTTP/1.1 299 ';

/** Records the bytes of a connection, to which it writes the requests. */
export async function faultTranscript(
  port: number,
  requests: string,
  { ca, patience = 3000, isComplete }: FaultClient = {},
): Promise<FaultTranscript> {
  const startedAt = performance.now();
  const { socket, ended, destroy } = openRawConnection(port, { ca });
  const answered = Promise.withResolvers<'open'>();
  const timer = setTimeout(() => answered.resolve('open'), patience);
  let text = '';
  let isProbed = false;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const probe = isProbed ? text.indexOf(PROBE_RESPONSE) : -1;
    if (probe >= 0) {
      text = text.slice(0, probe);
      answered.resolve('open');
    } else if (!isProbed && isComplete?.(text)) {
      isProbed = true;
      socket.write(PROBE);
    }
  });
  socket.write(Buffer.from(requests, 'latin1'));
  const end = await Promise.race([ended, answered.promise]);
  clearTimeout(timer);
  destroy();
  return { text, end, milliseconds: performance.now() - startedAt };
}
