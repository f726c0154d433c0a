import { Option } from 'commander';
import { quote, UsageError } from '#config/usage-error.ts';
import { collect } from './repeated-flags.ts';

/** A flag for a header field, which may be repeated. */
export function headerOption(): Option {
  return new Option('--header <FIELD>', 'A header, such as "X-A: 1". May be repeated.').argParser(collect);
}

/** @throws UsageError */
export function parseHeader(field: string): [name: string, value: string] {
  const colon = field.indexOf(':');
  if (colon < 1) throw new UsageError(`--header must be NAME: VALUE, not ${quote(field)}.`);
  return [field.slice(0, colon).trim(), field.slice(colon + 1).trim()];
}
