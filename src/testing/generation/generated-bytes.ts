import { Type } from 'typebox';
import { invalidInput } from '#http/errors/errors.ts';
import type { Runtime } from '#runtime.ts';
import { createMersenneTwister } from '../python/mersenne-twister.ts';

/** Returns the next bytes, at most `MAX_CHUNK_SIZE`. */
export type RandomBytes = (length: number) => Uint8Array;

export const MAX_CHUNK_SIZE = 256 * 1024;

/** The number of bytes that are generated individually without a seed. */
const POOL_SIZE = 2 * MAX_CHUNK_SIZE;

/**
 * Exceeds the bytes that `exchange.stream` buffers for a slow client, so that a position is overwritten only after it
 * was sent. A new buffer for each chunk would accumulate until garbage collection.
 */
const RING_SIZE = 4 * MAX_CHUNK_SIZE;

/** With a seed, the bytes are those of httpbin. */
export function createRandomBytes(total: number, seed: bigint | undefined, runtime: Runtime): RandomBytes {
  if (seed !== undefined) return seededBytes(total, seed);
  return total <= POOL_SIZE ? runtime.bytes : pooledBytes(runtime);
}

function seededBytes(total: number, seed: bigint): RandomBytes {
  const twister = createMersenneTwister(seed);
  const ring = Buffer.allocUnsafe(Math.min(total, RING_SIZE));
  let place = 0;
  return (length) => {
    if (place + length > ring.length) place = 0;
    const piece = ring.subarray(place, place + length);
    twister.fill(piece);
    place += length;
    return piece;
  };
}

/** Repeats a pool of random bytes from random positions, because generating a gigabyte takes longer than sending it. */
function pooledBytes(runtime: Runtime): RandomBytes {
  const pool = runtime.bytes(POOL_SIZE);
  let place = 0;
  return (length) => {
    if (place + length > POOL_SIZE) place = runtime.integer(MAX_CHUNK_SIZE);
    place += length;
    return pool.subarray(place - length, place);
  };
}

/** An integer of any size. It is a string, because a JavaScript number would round it. */
export const Seed = Type.Optional(
  Type.String({ description: 'An integer. The same seed gives the same response.' }),
);

/**
 * Compat: the syntax and the maximum number of digits of Python's `int`.
 * @throws HttpError 400 when the text is not an integer.
 */
export function parseSeedNumber(text: string): bigint {
  const digits = /^([+-]?)(\d+(?:_\d+)*)$/.exec(text.trim());
  const plain = digits?.[2]?.replaceAll('_', '');
  if (plain === undefined || plain.length > MAX_DIGITS) {
    throw invalidInput([{ in: 'query', name: 'seed', keyword: 'type', message: 'must be a whole number' }]);
  }
  return digits?.[1] === '-' ? -BigInt(plain) : BigInt(plain);
}

const MAX_DIGITS = 4300;
