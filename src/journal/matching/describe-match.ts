import { clip } from './condition.ts';
import { toMethodText } from './method-condition.ts';
import type { RequestMatch } from './request-match.ts';
import { describeText } from './text-condition.ts';

/**
 * The match in words, such as `POST /users with header Idempotency-Key`.
 * @param others further conditions in words.
 */
export function describeMatch(match: RequestMatch, others: readonly string[] = []): string {
  const { path, url, target } = match;
  const method = match.method === undefined ? undefined : toMethodText(match.method);
  const place = path ?? url ?? target;
  const listed = [method ?? (place === undefined ? 'a request' : 'a request to'), place]
    .filter((text) => text !== undefined)
    .map((text) => (typeof text === 'object' && text.like ? clip(text.like) : describeText(text, clip)));
  const named = [
    ...Object.keys(match.query ?? {}).map((name) => `query ${name}`),
    ...Object.keys(match.headers ?? {}).map((name) => `header ${name}`),
    ...(match.host ? [`host ${describeText(match.host, clip)}`] : []),
    ...(match.protocol ? [`protocol ${match.protocol}`] : []),
    ...(match.connection ? [`a ${match.connection} connection`] : []),
    ...others,
  ].map(clip);
  return named.length === 0 ? listed.join(' ') : `${listed.join(' ')} with ${formatList(named)}`;
}

function formatList(names: readonly string[]): string {
  const listed = names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), 'others'] : names;
  return listed.length === 1 ? String(listed[0]) : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
}

const MAX_NAMES = 10;
