import { UsageError } from '#config/usage-error.ts';
import { parseRequestText } from '#journal/matching/request-text.ts';

/** The match of a text such as `GET /users/{id}`; another match unchanged. @throws UsageError for a text without a path. */
export function readRequestText<Match>(match: Match | string): Match | { method?: string; path: string } {
  if (typeof match !== 'string') return match;
  const read = match.includes('/') ? parseRequestText(match) : undefined;
  if (read?.path.startsWith('/')) return read;
  throw new UsageError(
    `match must be a path such as /users, or a method and a path such as GET /users, not ${JSON.stringify(match.slice(0, 60))}.`,
  );
}
