import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { HttpError } from '#http/errors/errors.ts';
import { formatAuthority } from '#http/syntax/authority.ts';
import type { Runtime } from '#runtime.ts';
import { type ReplayEnd, UNRECORDED } from '../recording/expected-replays.ts';
import type { RecordedExchange } from '../recording/record.ts';
import { formatHttpMessage } from './http-message.ts';
import { framingProblem } from './http1-framing.ts';

export interface ReplayOptions {
  /** The port that the request is sent to. */
  readonly address: { readonly host: string; readonly port: number };
  readonly isTls: boolean;
  readonly runtime: Pick<Runtime, 'timeout'>;
  /** Ends the replay. */
  readonly signal: AbortSignal;
}

/** The journal that expects a repeated request. */
export interface ReplayJournal {
  /**
   * Resolves when the next request from this address and port is expected, with the function that ends the expectation.
   * @param onEnd called with the entry of the repeated exchange when it has ended, or with that of a rejected request, or when
   *   the request is not recorded.
   */
  expectReplay(remote: string, id: number, onEnd: (end: ReplayEnd) => void): Promise<() => void>;
}

/** Milliseconds. */
const MAX_TIME = 60_000;

/** Milliseconds from the end of the connection to that of the exchange. */
const GRACE = 1000;

const NOT_RECORDED = 'Requests to this target are not recorded, so none is sent.';

const WEB_SOCKET = 'A WebSocket cannot be repeated.';

/** Why an exchange cannot be repeated; undefined if it can. */
export function replayProblem({ request, webSocket, ms }: RecordedExchange): string | undefined {
  const { body, aborted } = request;
  if (webSocket) return WEB_SOCKET;
  // The journal has only the status for services that are not recorded.
  if (aborted || ms.body === null) return 'The journal does not have the complete request.';
  if (body.truncated)
    return `The journal has only ${body.kept.byteLength} of ${body.length} bytes of the body.`;
  return framingProblem(request);
}

/**
 * Sends a request to this server again, and returns its exchange; undefined when it does not end in time. Rejects with the
 * reason of the signal, the error of the connection, or HttpError 422 when the request is none that HTTP/1 can carry, or
 * opens a WebSocket.
 */
export async function replay(
  recorded: RecordedExchange,
  journal: ReplayJournal,
  { address, isTls, runtime, signal }: ReplayOptions,
): Promise<RecordedExchange | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<RecordedExchange | undefined>();
  let expected: Promise<() => void> | undefined;
  const socket: Socket = isTls
    ? // The server is this process, so its certificate proves nothing.
      connectTls({ ...address, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    : connect(address);
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    const remote = formatAuthority(socket.localAddress ?? '', socket.localPort ?? 0);
    expected = journal.expectReplay(remote, recorded.id, (entry) => {
      if (entry === UNRECORDED) reject(new HttpError(422, NOT_RECORDED));
      else if (entry.kind !== 'exchange')
        reject(new HttpError(422, `HTTP/1 cannot send the request: ${entry.message ?? entry.code}.`));
      else if (entry.webSocket) reject(new HttpError(422, WEB_SOCKET));
      else resolve(entry);
    });
    expected.then(() => socket.write(formatHttpMessage(recorded)), reject);
  });
  const giveUp = () => resolve(undefined);
  let cancel = runtime.timeout(MAX_TIME, giveUp);
  // The server has closed the connection, and records the end of the exchange soon, unless it rejected the request.
  const waitForEnd = () => {
    cancel();
    cancel = runtime.timeout(GRACE, giveUp);
  };
  socket.once('close', waitForEnd);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  socket.on('error', reject).resume();
  try {
    return await promise;
  } finally {
    socket.off('close', waitForEnd);
    cancel();
    expected?.then((forget) => forget()).catch(() => {});
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
}
