import { parseDuration } from '../http/duration.ts';
import { invalidInput } from '../http/errors.ts';

/**
 * Milliseconds of a query parameter: a number of seconds such as `1.5`, or amounts with units such as `1m30s` and
 * `250ms`.
 * Compat: the units, and the plus sign that may come first, are those of go-httpbin.
 * @throws HttpError 400 when it is neither, or less than nothing.
 */
export function toMilliseconds(name: string, text: string): number {
  const trimmed = text.trim();
  const milliseconds = parseDuration(trimmed.startsWith('+') ? trimmed.slice(1) : trimmed, UNITS);
  if (milliseconds !== undefined) return milliseconds;
  const message = 'must be a number of seconds, or a duration such as 250ms';
  throw invalidInput([{ in: 'query', name, keyword: 'type', message }]);
}

const UNITS = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
