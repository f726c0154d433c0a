import { invalidInput } from '../http/errors.ts';

/**
 * Milliseconds of what go-httpbin reads: a number of seconds such as `1.5`, or with units such as `1m30s` and `250ms`.
 * @throws HttpError 400 when it is neither, or less than nothing.
 */
export function toMilliseconds(name: string, text: string): number {
  const trimmed = text.trim();
  if (SECONDS.test(trimmed)) return Number(trimmed) * 1000;
  if (UNITS.test(trimmed)) {
    let total = 0;
    for (const [, amount, unit = ''] of trimmed.matchAll(EACH_UNIT)) {
      total += Number(amount) * (MILLISECONDS[unit] ?? 0);
    }
    return total;
  }
  const message = 'must be a number of seconds, or a duration such as 250ms';
  throw invalidInput([{ in: 'query', name, keyword: 'type', message }]);
}

const SECONDS = /^\+?(?:\d+\.?\d*|\.\d+)$/;
const UNITS = /^\+?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const EACH_UNIT = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
