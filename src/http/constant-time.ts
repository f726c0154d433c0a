import { hash, timingSafeEqual } from 'node:crypto';

/** Whether a secret that was given is the one expected, in a time that tells neither its content nor its length. */
export function isSameSecret(given: string, expected: string): boolean {
  // Digests have one length, whatever was given, and comparing them tells nothing of what they were made from.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
