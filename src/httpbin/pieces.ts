import type { Pace } from './pace.ts';

export interface PiecesOptions {
  /** Bytes in all. */
  readonly length: number;
  /** Bytes of each piece but the last. */
  readonly size: number;
  /** Gives the next so many bytes. */
  next(length: number): Uint8Array;
  readonly pace: Pace;
}

/** Bytes in pieces for `exchange.stream`, each when its time has come. Ends early when nobody waits any more. */
export async function* pieces({ length, size, next, pace }: PiecesOptions): AsyncGenerator<Uint8Array> {
  for (let given = 0; given < length; ) {
    const step = Math.min(size, length - given);
    given += step;
    if (!(await pace(given))) return;
    yield next(step);
  }
}
