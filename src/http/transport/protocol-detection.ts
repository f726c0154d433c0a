import type { Socket } from 'node:net';
import type { Runtime } from '#runtime.ts';

export type Protocol = 'HTTP/1' | 'HTTP/2';

/** RFC 9113 §3.4. */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export interface DetectionOptions {
  readonly runtime: Runtime;
  /** Milliseconds until `onTimeout` if the received bytes are not enough to decide. */
  readonly timeout: number;
  /** Called with the socket paused and all received bytes back in its buffer. */
  onProtocol(protocol: Protocol): void;
  onTimeout(): void;
}

/** Reads from a connection until its bytes differ from the HTTP/2 preface, or are the complete preface. */
export function detectProtocol(
  socket: Socket,
  { runtime, timeout, onProtocol, onTimeout }: DetectionOptions,
): void {
  let received: Buffer = Buffer.alloc(0);
  const stop = () => {
    cancel();
    socket.off('data', onData).off('end', onEnd).off('close', stop);
  };
  const cancel = runtime.after(timeout, () => {
    stop();
    onTimeout();
  });
  const onEnd = () => {
    stop();
    socket.destroy();
  };
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const length = Math.min(received.length, PREFACE.length);
    const isPreface = received.subarray(0, length).equals(PREFACE.subarray(0, length));
    if (isPreface && length < PREFACE.length) return;
    stop();
    socket.pause();
    socket.unshift(received);
    onProtocol(isPreface ? 'HTTP/2' : 'HTTP/1');
  };
  socket.on('data', onData).on('end', onEnd).on('close', stop);
}
