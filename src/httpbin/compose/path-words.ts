import { invalidInput } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { percentDecode } from '../../http/percent.ts';
import { parsePairs } from '../../http/query.ts';

type Pairs = [name: string, value: string][];

/** The segment after which path and query are the client's own business. */
const END = 'end';

/**
 * The words of `/compose/status=503/delay=1?pause=1`, those of the query last. Cut before it is decoded, so that `%2F`
 * is part of a value. Behind `/end` nothing is read.
 * @throws HttpError 400 when a segment is not a word with its value.
 */
export function pathWords(exchange: Exchange): Pairs {
  const segments = exchange.path.replace(/^\/[^/]*?(?:\/|%2f)/i, '').split('/');
  const end = segments.indexOf(END);
  const own = end < 0 ? segments : segments.slice(0, end);
  const pairs = own.filter((segment) => segment !== '').map(toPair);
  return end < 0 ? [...pairs, ...parsePairs(exchange.query ?? '')] : pairs;
}

function toPair(segment: string): [string, string] {
  const mark = segment.indexOf('=');
  if (mark >= 0) return [percentDecode(segment.slice(0, mark)), percentDecode(segment.slice(mark + 1))];
  const message = 'must be a word with its value, such as status=503, or end';
  throw invalidInput([{ in: 'path', name: percentDecode(segment), keyword: 'format', message }]);
}
