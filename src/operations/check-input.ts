import type { Static, TObject } from 'typebox';
import { checkAgainst, toMemberName } from '../config/check.ts';
import type { Operation } from './operation.ts';

/** The input of an operation. Members that are undefined count as absent. @throws UsageError for invalid input */
export function checkInput<Input extends TObject>(
  { input, name }: Pick<Operation<Input>, 'input' | 'name'>,
  value: unknown,
): Static<Input> {
  return checkAgainst(input, withoutUndefined(value), (path) => toMemberName(path) || `The input of ${name}`);
}

function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
