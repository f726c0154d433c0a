import type { Runtime } from '../../runtime.ts';

/** A code that a user reads on one device and types on another: `WDJB-MJHT`, without vowels (RFC 8628 §6.1). */
export function createUserCode(runtime: Runtime): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[runtime.integer(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The code that was meant, whatever the case and whatever stands between the letters; undefined when it is none. */
export function toUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : undefined;
}

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
