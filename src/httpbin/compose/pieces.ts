import { createAlphabet } from '../alphabet.ts';

const BLOCK = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** So many bytes of the alphabet over and over, block by block. */
export function* letters(size: number): Generator<Uint8Array> {
  const alphabet = createAlphabet(Math.min(BLOCK, size));
  for (let offset = 0; offset < size; offset += BLOCK) {
    yield alphabet(offset, Math.min(BLOCK, size - offset));
  }
}

/** The same bytes in pieces of that size; the last may be shorter. */
export async function* inPieces(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = NOTHING;
  for await (const block of source) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, block]) : block;
    let at = 0;
    for (; bytes.length - at >= size; at += size) yield bytes.subarray(at, at + size);
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) yield rest;
}
