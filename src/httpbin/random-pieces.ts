import type { Runtime } from '../runtime.ts';
import { createMersenneTwister } from './mersenne-twister.ts';

/** Gives the next so many random bytes. What it has given is never written to again. */
export type RandomPieces = (length: number) => Uint8Array;

/** The longest piece that can be asked for. */
export const LONGEST_PIECE = 256 * 1024;

/** How many bytes are drawn each for itself where no seed is given. */
const POOL = 2 * LONGEST_PIECE;

/** A seed makes the bytes those that the original would give for it. */
export function createRandomPieces(total: number, seed: bigint | undefined, runtime: Runtime): RandomPieces {
  if (seed !== undefined) {
    const twister = createMersenneTwister(seed);
    return (length) => {
      const piece = Buffer.allocUnsafe(length);
      twister.fill(piece);
      return piece;
    };
  }
  if (total <= POOL) return runtime.bytes;
  // Beyond that, pieces are cut out of the pool wherever the dice fall: drawing a gigabyte would take longer than sending it.
  const pool = runtime.bytes(POOL);
  return (length) => {
    const start = runtime.integer(POOL - length + 1);
    return pool.subarray(start, start + length);
  };
}
