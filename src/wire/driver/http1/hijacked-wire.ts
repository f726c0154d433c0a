import type { EndReason, RawWire, WireConnection } from '../../port.ts';

/** The exchange whose connection it is. */
interface Hijacked {
  readonly ended: EndReason | undefined;
  readonly isAborted: boolean;
  readonly connection: Pick<WireConnection, 'isOpen' | 'flushed' | 'writeRaw'> & {
    writeBytes(bytes: Uint8Array): void;
  };
}

/** The connection of an exchange that has no response, or no further part of one. */
export class HijackedWire implements RawWire {
  readonly #exchange: Hijacked;

  constructor(exchange: Hijacked) {
    this.#exchange = exchange;
  }

  get isOpen(): boolean {
    const { ended, isAborted, connection } = this.#exchange;
    return ended === undefined && !isAborted && connection.isOpen;
  }

  async write(bytes: string | Uint8Array): Promise<void> {
    if (!this.isOpen || bytes.length === 0) return;
    const { connection } = this.#exchange;
    if (typeof bytes === 'string') connection.writeRaw(bytes);
    else connection.writeBytes(bytes);
    await connection.flushed();
  }
}
