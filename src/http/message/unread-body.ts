import type { Runtime } from '#runtime.ts';
import type { WireExchange } from '#wire/port.ts';
import { expectsContinue } from './body/body.ts';

/** Limits of a body that is read before a response of HTTP/2, although nothing needs it. */
const MAX_UNREAD = 64 * 1024;
const UNREAD_MS = 1_000;

/**
 * Whether the client is still sending a body that nothing reads, over HTTP/2. A response that precedes its end is allowed
 * (RFC 9113 §8.1), but clients such as curl 7.88 can wait for the rest of such a stream until the session ends. A client that
 * expects 100 (Continue) sends no body without it.
 */
export function isBodyUnread(wire: WireExchange): boolean {
  // Before the body, which is created when it is first asked for.
  if (!wire.connection.isHttp2) return false;
  const { state, isRead } = wire.body;
  return state === 'open' && !isRead && !expectsContinue(wire.head);
}

/**
 * Reads and discards such a body, and calls `done` at its end, unless the client has reset the stream; earlier, if the body
 * is not small or does not continue soon.
 */
export function discardUnread(wire: WireExchange, runtime: Pick<Runtime, 'after'>, done: () => void): void {
  const { body } = wire;
  let isDone = false;
  const finish = () => {
    cancel();
    if (isDone || wire.ended !== undefined) return;
    isDone = true;
    body.stop();
    done();
  };
  const cancel = runtime.after(UNREAD_MS, finish);
  body.read({
    data: () => body.received > MAX_UNREAD && finish(),
    end: finish,
    fail: finish,
  });
}
