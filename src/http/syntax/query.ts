import { ContentLimitError } from './content-limit-error.ts';
import { type DecodeBytes, formDecode } from './percent.ts';

/** @throws ContentLimitError when there are more pairs than are read. See `readPairs`. */
export function parsePairs(text: string): [name: string, value: string][] {
  const pairs = readPairs(text);
  if (pairs === undefined)
    throw new ContentLimitError(`The form has more than ${MAX_PAIRS} fields, the maximum of this server.`);
  return pairs;
}

/**
 * Names and values of a query or of an `application/x-www-form-urlencoded` body, in order, repeats included. Undefined for more
 * pairs than are read.
 * Compat: only `&` is a separator, empty pairs are ignored, a name without `=` has an empty value, and nothing is an error.
 */
export function readPairs(text: string, decode?: DecodeBytes): [name: string, value: string][] | undefined {
  const pairs: [string, string][] = [];
  const texts = text.split('&', MAX_PAIRS + 1);
  if (texts.length > MAX_PAIRS) return undefined;
  for (const pair of texts) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    if (equals < 0) pairs.push([formDecode(pair, decode), '']);
    else pairs.push([formDecode(pair.slice(0, equals), decode), formDecode(pair.slice(equals + 1), decode)]);
  }
  return pairs;
}

/** More than any form has. A pair of two bytes uses many times as much memory. */
const MAX_PAIRS = 100_000;
