import { Duplex } from 'node:stream';
import type { FragmentMerger } from './fragment-merger.ts';

/** A connection whose input passes through the merger. */
export class MergedSocket extends Duplex {
  readonly #socket: Duplex;

  constructor(socket: Duplex, merger: FragmentMerger) {
    super();
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      let isWanted = true;
      for (const bytes of merger.push(chunk)) isWanted = this.push(bytes);
      if (!isWanted) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
    socket.on('error', (error) => this.destroy(error));
  }

  /** The connection is paused before the first call. */
  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
