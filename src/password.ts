import type { Runtime } from './runtime.ts';

/** A password to be typed: four groups of four letters and digits that cannot be taken for each other, 79 bits. */
export function createPassword(runtime: Runtime): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[runtime.integer(ALPHABET.length)]).join(''),
  );
  return groups.join('-');
}

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
