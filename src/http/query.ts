import { HttpError } from './errors.ts';
import { formDecode } from './percent.ts';

/**
 * Names and values of a query or of an `application/x-www-form-urlencoded` body, in order, repeats included.
 * Compat: only `&` is a separator, empty pairs are ignored, a name without `=` has an empty value, and nothing is an error.
 * @throws HttpError 413 when there are more pairs than are read.
 */
export function parsePairs(text: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  if (text === '') return pairs;
  const parts = text.split('&', MAX_PAIRS + 1);
  if (parts.length > MAX_PAIRS) throw tooManyPairs();
  for (const pair of parts) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    if (mark < 0) pairs.push([formDecode(pair), '']);
    else pairs.push([formDecode(pair.slice(0, mark)), formDecode(pair.slice(mark + 1))]);
  }
  return pairs;
}

/** More than any form has. A pair of two bytes takes many times as much memory. */
const MAX_PAIRS = 100_000;

const tooManyPairs = () =>
  new HttpError(413, `The form has more than ${MAX_PAIRS} fields, the most that this server reads.`);
