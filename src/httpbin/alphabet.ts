const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Bytes of an endless row of the letters from a to z, by their place in it. */
export type Alphabet = (offset: number, length: number) => Uint8Array;

/** @param longest the most bytes that are asked for at once. */
export function createAlphabet(longest: number): Alphabet {
  // Wherever a piece begins, it can be cut out of this as it is.
  const block = Buffer.alloc(longest + LETTERS.length, LETTERS);
  return (offset, length) => {
    const start = offset % LETTERS.length;
    return block.subarray(start, start + length);
  };
}
