import { own } from '#wire/bytes.ts';

/** A User-Agent to store and show: printable, short, and with text that looks like a secret masked. */
export function sanitizeUserAgent(input: string): string {
  const printable = input.replace(/[^ -~]/g, '?');
  const mask = (run: string) => (HAS_DIGIT_OR_PREFIX.test(run) ? '***' : run);
  // Calls wait in memory while the database is not available.
  return own(printable.replace(CREDENTIALS, mask).replace(LONG_WORD, mask).slice(0, 200));
}

/** The text after the name of an authentication scheme. */
const CREDENTIALS = /\b(?:basic|bearer|token)[ :=]+\S+/gi;

/** A word that is longer than those in program names. */
const LONG_WORD = /\w{20,}/g;

/** A digit, or the prefix of a token: long words in program names have neither. */
const HAS_DIGIT_OR_PREFIX = /\d|^gh[a-z]_/i;
