import type { Exchange } from '../../http/exchange.ts';
import { parsePairs } from '../../http/query.ts';

/** Compat: a token that stands in the query, where it ends up in logs, as was accepted until 2021. */
export function tokenInQuery({ query }: Exchange): string | undefined {
  if (query === undefined) return undefined;
  return parsePairs(query).find(([name]) => name === 'access_token')?.[1];
}
