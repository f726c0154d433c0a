import { formDecode } from './percent.ts';

/**
 * Names and values of a query or of an `application/x-www-form-urlencoded` body, in order, repeats included.
 * Compat: only `&` separates, empty pairs are passed over, a name alone has an empty value, nothing is ever an error.
 */
export function parsePairs(text: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  if (text === '') return pairs;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    if (mark < 0) pairs.push([formDecode(pair), '']);
    else pairs.push([formDecode(pair.slice(0, mark)), formDecode(pair.slice(mark + 1))]);
  }
  return pairs;
}
