import type { Http2ServerRequest } from 'node:http2';
import { IncomingMessage } from './node-http.ts';

/** Receives the body of a request, also of a request whose body no endpoint reads. */
export interface BodyObserver {
  chunk(chunk: Uint8Array | string): void;
  end(): void;
}

/**
 * A request of HTTP/1 whose body can be observed without being read. A method of the class, because a request with a
 * `push` of its own makes the streams of Node slow: a `POST` would take one and a half times as much processor time.
 */
export class ObservableRequest extends IncomingMessage {
  observer: BodyObserver | undefined = undefined;

  override push(chunk: Uint8Array | string | null, encoding?: BufferEncoding): boolean {
    if (this.observer) observe(this.observer, chunk);
    return super.push(chunk, encoding);
  }
}

/** An observable request of HTTP/2. A function, because HTTP/1 does not need the module `node:http2`. */
export function createObservableHttp2Request(Request: typeof Http2ServerRequest) {
  return class extends Request {
    observer: BodyObserver | undefined = undefined;

    override push(chunk: Uint8Array | string | null, encoding?: BufferEncoding): boolean {
      if (this.observer) observe(this.observer, chunk);
      return super.push(chunk, encoding);
    }
  };
}

function observe(observer: BodyObserver, chunk: Uint8Array | string | null): void {
  if (chunk === null) observer.end();
  else observer.chunk(chunk);
}

/** Whether the class of the request is one of these. */
export function isObservable(request: object): request is { observer: BodyObserver | undefined } {
  return 'observer' in request;
}
