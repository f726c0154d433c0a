import type { Runtime } from '../runtime.ts';
import { createMersenneTwister } from './mersenne-twister.ts';

/** Gives the next so many random bytes, `LONGEST_PIECE` at most. */
export type RandomPieces = (length: number) => Uint8Array;

export const LONGEST_PIECE = 256 * 1024;

/** How many bytes are drawn each for itself where no seed is given. */
const POOL = 2 * LONGEST_PIECE;

/**
 * Far more than `exchange.stream` ever lets wait for a slow client, so that a place is written to again only when what
 * stood there is long gone. Pieces made anew would pile up until they are collected.
 */
const RING = 4 * LONGEST_PIECE;

/** A seed makes the bytes those that the original would give for it. */
export function createRandomPieces(total: number, seed: bigint | undefined, runtime: Runtime): RandomPieces {
  if (seed !== undefined) return seededPieces(total, seed);
  return total <= POOL ? runtime.bytes : pooledPieces(runtime);
}

function seededPieces(total: number, seed: bigint): RandomPieces {
  const twister = createMersenneTwister(seed);
  const ring = Buffer.allocUnsafe(Math.min(total, RING));
  let place = 0;
  return (length) => {
    if (place + length > ring.length) place = 0;
    const piece = ring.subarray(place, place + length);
    twister.fill(piece);
    place += length;
    return piece;
  };
}

/** Goes through the pool again and again, each time from where the dice fall: drawing a gigabyte takes longer than sending it. */
function pooledPieces(runtime: Runtime): RandomPieces {
  const pool = runtime.bytes(POOL);
  let place = 0;
  return (length) => {
    if (place + length > POOL) place = runtime.integer(LONGEST_PIECE);
    place += length;
    return pool.subarray(place - length, place);
  };
}
