const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns bytes of the repeated alphabet, by position. */
export type Alphabet = (offset: number, length: number) => Uint8Array;

/** @param maxLength the maximum number of bytes for one call. */
export function createAlphabet(maxLength: number): Alphabet {
  // Contains every possible slice.
  const block = Buffer.alloc(maxLength + LETTERS.length, LETTERS);
  return (offset, length) => {
    const start = offset % LETTERS.length;
    return block.subarray(start, start + length);
  };
}
