import type { Exchange } from '#http/message/exchange.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { escaped } from '../python/json.ts';
import type { SortedMembers } from '../python/value.ts';
import { requestView } from '../request/view.ts';

/** Separators between members, and between names and values. */
export interface Separators {
  readonly comma: string;
  readonly colon: string;
}

/** The separators of Python's `json.dumps`. */
export const PYTHON: Separators = { comma: ', ', colon: ': ' };
export const COMPACT: Separators = { comma: ',', colon: ':' };

/** JSON on one line, in ASCII. A Map keeps the order of its members, which a plain object may change. */
export function formatJsonLine(value: unknown, separators: Separators): string {
  const { comma, colon } = separators;
  if (typeof value === 'string') return `"${escaped(value)}"`;
  if (Array.isArray(value)) return `[${value.map((item) => formatJsonLine(item, separators)).join(comma)}]`;
  if (value instanceof Map) {
    const members = Array.from(
      value,
      ([name, item]) => `"${escaped(name)}"${colon}${formatJsonLine(item, separators)}`,
    );
    return `{${members.join(comma)}}`;
  }
  return JSON.stringify(value);
}

/**
 * Creates lines with the request as JSON and a number. Compat: members are in the order of the request, and the number
 * is last.
 */
export function createLineView(exchange: Exchange, separators: Separators): (id: number) => string {
  const { args, headers, origin, url } = requestView(exchange);
  const names = exchange.fields.map(([name]) => name.toLowerCase());
  const echo = new Map<string, unknown>([
    ['url', url],
    [
      'args',
      inOrder(
        args,
        parsePairs(exchange.query ?? '').map(([name]) => name),
      ),
    ],
    ['headers', inOrder(headers, names)],
    ['origin', origin],
    ['id', 0],
  ]);
  const line = formatJsonLine(echo, separators);
  const before = line.slice(0, -'0}'.length);
  return (id) => `${before}${id}}\n`;
}

/** Sorts members by the position of their names in the list, ignoring case. */
function inOrder({ names, values }: SortedMembers, order: readonly string[]): Map<string, unknown> {
  const places = new Map<string, number>();
  for (const name of order) if (!places.has(name)) places.set(name, places.size);
  const placeOf = (name: string) => places.get(name) ?? places.get(name.toLowerCase()) ?? places.size;
  const members = names.map((name, index): [string, unknown] => [name, values[index]]);
  return new Map(members.sort(([one], [other]) => placeOf(one) - placeOf(other)));
}
