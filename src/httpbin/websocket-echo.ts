import type { UpgradeCall } from '../http/endpoint.ts';
import { parsePairs } from '../http/query.ts';
import type { TestingContext } from './context.ts';

/** Speaks WebSocket on the connection and sends each message back as it came. */
export async function echoMessages({
  request,
  socket,
  head,
  service,
}: UpgradeCall<TestingContext>): Promise<void> {
  const maxPayload = messageSize(request.url ?? '', service.maxBodySize);
  if (maxPayload === undefined) {
    socket.end('HTTP/1.1 400 BAD REQUEST\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    return;
  }
  // Loaded here: most servers never see a WebSocket.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  server.handleUpgrade(request, socket, head, (connection) => {
    const cancel = service.runtime.after(service.maxDuration, () => connection.close(1001));
    connection.on('message', (data, isBinary) => {
      // Nothing more is read from a client that does not take what it is sent.
      connection.pause();
      connection.send(data, { binary: isBinary }, () => connection.resume());
    });
    connection.on('close', cancel);
    // A client that breaks the protocol is told so by its close code; there is nothing else to do about it.
    connection.on('error', () => {});
  });
}

/** The bound that the query asks for, never above the server's own; undefined when it is no whole number above zero. */
function messageSize(target: string, most: number): number | undefined {
  const [, query = ''] = target.split('?');
  const asked = parsePairs(query).find(([name]) => name === 'max_message_size')?.[1];
  if (asked === undefined) return most;
  return /^[1-9]\d{0,14}$/.test(asked) ? Math.min(Number(asked), most) : undefined;
}
