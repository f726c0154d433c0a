import type { ServerResponse } from 'node:http';
import { isClosed } from './http2.ts';

/** Is aborted when the client goes away before the answer is complete. */
export function watchDeparture(reply: ServerResponse): AbortController {
  const controller = new AbortController();
  // A reset stream of HTTP/2 counts as finished, but not as ended; and its reply never as destroyed.
  const isComplete = () => reply.writableEnded && reply.writableFinished;
  if (isClosed(reply)) controller.abort();
  else reply.once('close', () => isComplete() || controller.abort());
  return controller;
}

/** Resolves when more can be written, or when nothing can be any more. */
export function drained(reply: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      reply.off('drain', settle).off('close', settle);
      resolve();
    };
    reply.on('drain', settle).on('close', settle);
  });
}
