import { percentEncode } from '../../http/percent.ts';

/** Path and query that compose the answer, as readable as a query can be. */
export function composeUrl(words: readonly (readonly [name: string, value: string])[]): string {
  const query = words.map((word) => word.map(encodeWord).join('=')).join('&');
  return query === '' ? '/compose' : `/compose?${query}`;
}

/** No more escapes than a query needs, and those that make it safe between the single quotes of a shell. */
function encodeWord(text: string): string {
  return percentEncode(text)
    .replaceAll('%20', '+')
    .replace(/%(?:2C|2F|3A|3B|3D|40)/g, decodeURIComponent)
    .replaceAll("'", '%27');
}
