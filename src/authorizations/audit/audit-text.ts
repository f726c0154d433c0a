/** What a program calls itself, as it may be kept and shown: printable, short, and without what looks like a secret. */
export function toAuditText(given: string): string {
  const printable = given.replace(/[^ -~]/g, '?');
  return printable.replace(LIKE_SECRET, (run) => (HAS_DIGIT_OR_PREFIX.test(run) ? '***' : run)).slice(0, 200);
}

/** What follows the name of an authentication scheme, and runs of characters as long as no word of a program's name. */
const LIKE_SECRET = /\b(?:basic|bearer|token)[ :=]+\S+|\w{20,}/gi;

/** No word of a program's name is so long and has one. Tokens with a prefix are known by that, whatever follows. */
const HAS_DIGIT_OR_PREFIX = /\d|^gh[a-z]_/i;
