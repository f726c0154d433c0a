import { parsePairs } from '#http/syntax/query.ts';
import type { RuleMatch } from '../rule.ts';
import type { RecordedRequest } from './har/read-request.ts';
import { matchBody } from './imported-body.ts';
import { groupPairs } from './query-pairs.ts';

export interface ImportedMatch {
  readonly match: RuleMatch;
  /** What the match does not compare; a clause about the rule. */
  readonly note: string | undefined;
}

/** The match of a recorded request: method, path as a literal, query, and body. Never headers. */
export function buildMatch(
  request: RecordedRequest,
  path: string,
  {
    ignoredQuery,
    limits,
  }: { readonly ignoredQuery: ReadonlySet<string>; readonly limits: { readonly maxBodySize: number } },
): ImportedMatch {
  const pairs = parsePairs(request.url.query).filter(([name]) => !ignoredQuery.has(name));
  const parameters = groupPairs(pairs);
  const body = matchBody(request, limits.maxBodySize);
  return {
    match: {
      method: request.method,
      path: TEMPLATE_CHARACTERS.test(path) ? { is: path } : path,
      ...(parameters && { query: parameters }),
      // Else a request with further parameters would get the response of one without them.
      ...(ignoredQuery.size === 0 && { query_only: true }),
      ...(body.match !== undefined && { body: body.match }),
    },
    note: body.note,
  };
}

/** A text with one of these is a template, or a path that is compared after decoding. */
const TEMPLATE_CHARACTERS = /[{}*%]/;
