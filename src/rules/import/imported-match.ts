import { parsePairs } from '../../http/syntax/query.ts';
import type { RuleMatch } from '../rule.ts';
import type { HarEntry } from './har-entry.ts';

/** The match of a recorded request: method, path as a literal, and query. Never headers. */
export function toMatch(
  { request, _bin: bin }: HarEntry,
  path: string,
  query: string,
  ignoredQuery: ReadonlySet<string>,
): RuleMatch {
  const prefix = `/bin/${bin}/`;
  const own = path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
  const parameters = groupPairs(parsePairs(query).filter(([name]) => !ignoredQuery.has(name)));
  return {
    method: request.method,
    path: TEMPLATE_CHARACTERS.test(own) ? { is: own } : own,
    ...(parameters && { query: parameters }),
  };
}

/** A text with one of these is a template, or a path that is compared after decoding. */
const TEMPLATE_CHARACTERS = /[{}*%]/;

/** The values by name; the texts of a repeated name as a list. Undefined without a pair. */
function groupPairs(pairs: readonly (readonly [string, string])[]) {
  if (pairs.length === 0) return undefined;
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, [first, ...others]]) => [
      name,
      others.length === 0 ? (first?.[1] ?? '') : [first, ...others].map((pair) => pair?.[1] ?? ''),
    ]),
  );
}
