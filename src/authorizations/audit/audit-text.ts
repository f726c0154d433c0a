/** What a program calls itself, as it may be kept and shown: printable, short, and without what looks like a secret. */
export function toAuditText(given: string): string {
  const printable = given.replace(/[^ -~]/g, '?');
  const mask = (run: string) => (HAS_DIGIT_OR_PREFIX.test(run) ? '***' : run);
  return printable.replace(CREDENTIALS, mask).replace(LONG_WORD, mask).slice(0, 200);
}

/** What follows the name of an authentication scheme. */
const CREDENTIALS = /\b(?:basic|bearer|token)[ :=]+\S+/gi;

/** Longer than a word of a program's name. */
const LONG_WORD = /\w{20,}/g;

/** No word of a program's name is so long and has one. Tokens with a prefix are known by that, whatever follows. */
const HAS_DIGIT_OR_PREFIX = /\d|^gh[a-z]_/i;
