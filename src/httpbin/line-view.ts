import type { Exchange } from '../http/exchange.ts';
import { parsePairs } from '../http/query.ts';
import { type Separators, toJsonLine } from './json-line.ts';
import type { SortedMembers } from './python-value.ts';
import { requestView } from './request-view.ts';

/** The picture of a request on one line. Compat: nothing is sorted, it stands as it came, and the number comes last. */
export function createLineView(exchange: Exchange, separators: Separators): (id: number) => string {
  const { args, headers, origin, url } = requestView(exchange);
  const names = exchange.fields.map(([name]) => name.replaceAll('_', '-').toLowerCase());
  const picture = new Map<string, unknown>([
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
  const line = toJsonLine(picture, separators);
  const before = line.slice(0, -'0}'.length);
  return (id) => `${before}${id}}\n`;
}

/** The members in the order in which their names come in the list, by whatever case. */
function inOrder({ names, values }: SortedMembers, order: readonly string[]): Map<string, unknown> {
  const places = new Map<string, number>();
  for (const name of order) if (!places.has(name)) places.set(name, places.size);
  const placeOf = (name: string) => places.get(name) ?? places.get(name.toLowerCase()) ?? places.size;
  const members = names.map((name, index): [string, unknown] => [name, values[index]]);
  return new Map(members.sort(([one], [other]) => placeOf(one) - placeOf(other)));
}
