import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';
import { isHttp2 } from '../../transport/http2/http2.ts';
import { type BodyObserver, isObservable } from '../../transport/observable-request.ts';

/**
 * Observes a body without reading it. Node passes each chunk, and null at the end, to `push` of the message; a listener
 * of `data` would take the chunks from the endpoint.
 */
export function observeBody(
  request: IncomingMessage,
  nodeResponse: ServerResponse,
  observer: BodyObserver,
): void {
  const stream = isHttp2(nodeResponse) ? nodeResponse.stream : undefined;
  const observed = stream ? untilEnd(observer, stream) : observer;
  if (isObservable(request)) request.observer = observed;
  else observePush(request, observed);
}

/**
 * Observes the rest of a body that the response precedes. Node discards such a rest if nothing reads it, unless its stream
 * flows. On HTTP/2, it asks the client not to send it.
 */
export function observeRest(request: IncomingMessage, nodeResponse: ServerResponse): void {
  if (isHttp2(nodeResponse)) return;
  nodeResponse.prependOnceListener('finish', () => {
    if (request.readableFlowing === null) request.resume();
  });
}

/** For runtimes that make messages of their own class. */
function observePush(request: IncomingMessage, observer: BodyObserver): void {
  const push = request.push;
  request.push = (chunk, encoding) => {
    if (chunk === null) observer.end();
    else observer.chunk(chunk);
    return push.call(request, chunk, encoding);
  };
}

/** The observer of the body of a stream. Its `end` is called only if the client has ended the stream. */
function untilEnd(observer: BodyObserver, stream: ServerHttp2Stream): BodyObserver {
  const observed = Object.assign(stream, {
    hasClientEnded: stream.state.remoteClose === 1,
    push: pushObserved,
  });
  return {
    chunk: (chunk) => observer.chunk(chunk),
    end: () => observed.hasClientEnded && observer.end(),
  };
}

/**
 * Notes that the client has ended the stream. Node ends the body of a reset stream too, but marks the stream as closed
 * before. One function for all streams: with one of its own, a stream is slow.
 */
function pushObserved(
  this: ServerHttp2Stream & { hasClientEnded: boolean },
  chunk: unknown,
  encoding?: BufferEncoding,
): boolean {
  if (chunk === null && !this.closed) this.hasClientEnded = true;
  return Duplex.prototype.push.call(this, chunk, encoding);
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
