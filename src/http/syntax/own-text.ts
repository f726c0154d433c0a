import { own } from '#wire/bytes.ts';

/** A copy of a text of a request that outlives it: a slice keeps the complete head alive that it is cut from. */
export function ownText(text: string): string {
  return own(text);
}
