import type { RawWire } from '../port.ts';
import type { Http1Exchange } from './http1-exchange.ts';

/** The connection of an exchange that has no response, or no further part of one. */
export class HijackedWire implements RawWire {
  readonly #exchange: Http1Exchange;

  constructor(exchange: Http1Exchange) {
    this.#exchange = exchange;
  }

  get isOpen(): boolean {
    const { ended, isAborted, connection } = this.#exchange;
    return ended === undefined && !isAborted && connection.isOpen;
  }

  async write(bytes: string | Uint8Array): Promise<void> {
    if (!this.isOpen || bytes.length === 0) return;
    const { connection } = this.#exchange;
    if (typeof bytes === 'string') connection.write(bytes);
    else connection.writeBytes(bytes);
    await connection.flushed();
  }
}
