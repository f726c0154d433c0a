import { findField } from '../../http/message/fields.ts';
import { parseParameterised } from '../../http/syntax/parameterised.ts';
import { parsePairs } from '../../http/syntax/query.ts';
import { findUnsafeInteger } from '../../http/syntax/unsafe-integer.ts';
import type { RuleMatch } from '../rule.ts';
import { type HarEntry, toPairs } from './har-entry.ts';

/** The match of a recorded request: method, path as a literal, query, and the body if it is JSON or a form. Never headers. */
export function toMatch(
  { request, _bin: bin }: HarEntry,
  path: string,
  query: string,
  ignoredQuery: ReadonlySet<string>,
): RuleMatch {
  const prefix = `/bin/${bin}/`;
  const withoutPrefix = path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
  const parameters = groupPairs(parsePairs(query).filter(([name]) => !ignoredQuery.has(name)));
  const body = toBody(request);
  return {
    method: request.method,
    path: TEMPLATE_CHARACTERS.test(withoutPrefix) ? { is: withoutPrefix } : withoutPrefix,
    ...(parameters && { query: parameters }),
    // Else a request with further parameters would get the response of one without them.
    ...(ignoredQuery.size === 0 && { query_only: true }),
    ...(body && { body }),
  };
}

/** A text with one of these is a template, or a path that is compared after decoding. */
const TEMPLATE_CHARACTERS = /[{}*%]/;

function toBody({ postData, headers = [] }: HarEntry['request']): RuleMatch['body'] {
  const { text, mimeType } = postData ?? {};
  if (text === undefined || text === '') return undefined;
  const input = mimeType ?? findField(toPairs(headers), 'Content-Type') ?? '';
  const type = parseParameterised(input).value.toLowerCase();
  if (type === 'application/x-www-form-urlencoded') {
    const form = groupPairs(parsePairs(text));
    return form && { form };
  }
  if (!/^application\/(?:[\w.-]{1,100}\+)?json$/.test(type)) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    // A rule would lose the digits of such an integer.
    return findUnsafeInteger(json, []) ? { text } : { json };
  } catch {
    return { text };
  }
}

/** The values by name; the texts of a repeated name as a list. Undefined without a pair. */
function groupPairs(pairs: readonly (readonly [string, string])[]) {
  if (pairs.length === 0) return undefined;
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const [first = '', ...others] = group.map(([, value]) => value);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
