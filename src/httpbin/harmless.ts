import type { Fields } from '../http/fields.ts';

/**
 * Fields for content that a client chose: whatever it is called, it is not taken for something else, and where a
 * browser shows it, it is shut off from everything of ours and runs nothing.
 */
export const HARMLESS: Fields = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', 'sandbox'],
];
