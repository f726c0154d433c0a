import type { WireOptions } from './options.ts';
import type { Protocol } from './protocol.ts';
import type { WireSocket } from './socket.ts';

/** A stub, until the driver of HTTP/2 is merged. */
export class Http2Connection implements Protocol {
  readonly #socket: WireSocket;

  constructor(socket: WireSocket, _options: WireOptions) {
    this.#socket = socket;
    socket.use(this);
  }

  received(_bytes: Buffer): void {}

  clientEnded(): void {
    void this.#socket.end('client-fin');
  }

  sent(_bytes: number): void {}
  closed(): void {}
  tick(_now: number): void {}

  shutDown(): void {
    void this.#socket.end('server-fin');
  }
}
