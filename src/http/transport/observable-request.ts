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
    if (this.observer) {
      if (chunk === null) this.observer.end();
      else this.observer.chunk(chunk);
    }
    return super.push(chunk, encoding);
  }
}
