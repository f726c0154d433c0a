import type { Static, TObject } from 'typebox';
import { checkAgainst, formatMemberName } from '#config/check.ts';
import type { Operation } from './operation.ts';

/** The input of an operation. Members that are undefined count as absent. @throws UsageError for invalid input */
export function checkInput<Input extends TObject>(
  { input, name, http }: Pick<Operation<Input>, 'input' | 'name' | 'http'>,
  value: unknown,
): Static<Input> {
  return checkAgainst(input, withoutUndefined(value), ([first = '', ...rest]) => {
    // The member that is the body of a request is the argument of a method.
    const path = first === http.body ? rest : [first, ...rest];
    return formatMemberName(path.filter((step) => step !== '')) || `The input of ${name}`;
  });
}

export function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
