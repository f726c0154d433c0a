import type { IncomingMessage, ServerResponse } from 'node:http';

/** Receives the body of a request, also of a request whose body no endpoint reads. */
export interface BodyObserver {
  chunk(chunk: Uint8Array | string): void;
  end(): void;
}

/**
 * Observes a body without reading it. Node passes each chunk, and null at the end, to `push` of the message; a listener
 * of `data` would take the chunks from the endpoint.
 */
export function observeBody(request: IncomingMessage, reply: ServerResponse, observer: BodyObserver): void {
  const push = request.push;
  request.push = (chunk, encoding) => {
    if (chunk === null) observer.end();
    else observer.chunk(chunk);
    return push.call(request, chunk, encoding);
  };
  // Node discards the rest of a body that is not read, unless its stream flows.
  reply.prependOnceListener('finish', () => {
    if (request.readableFlowing === null) request.resume();
  });
}

/** Calls the action once, when a body that continues after the response has ended or its connection is closed. */
export function onBodyEnd(request: IncomingMessage, action: () => void): void {
  const { socket } = request;
  // Node does not report the end of a connection to a request whose response is complete.
  const end = () => {
    request.off('close', end);
    socket.off('close', end);
    action();
  };
  request.once('close', end);
  socket.once('close', end);
}
