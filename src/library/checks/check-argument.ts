import type { Static, TSchema } from 'typebox';
import { formatShown } from '#config/option-value.ts';
import { UsageError } from '#config/usage-error.ts';
import { withoutUndefined } from '#control/operations/declaration/check-input.ts';
import { findMainViolation, matches } from '#http/message/validation.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';

/**
 * Checks an argument that only the library has. Members that are undefined count as absent. The member `expects` of a
 * schema says what a valid value is, after "must be".
 * @param name name of the argument in messages.
 */
export function checkArgument<const Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  name: string,
): Static<Schema> {
  const input = withoutUndefined(value);
  if (matches(schema, input)) return input;
  const { path = [], keyword, hint } = findMainViolation(schema, input) ?? {};
  if (keyword === 'additionalProperties')
    throw new UsageError(`${name} has no option ${path.at(-1)}${hint}.`);
  const member = String(path[0]);
  const inner = read(read(schema, 'properties'), member);
  throw inner === undefined
    ? invalidArgument(name, expectationOf(schema), value, hintOf(schema, value))
    : invalidArgument(member, expectationOf(inner), read(input, member));
}

export function invalidArgument(name: string, expected: string, value: unknown, hint = ''): UsageError {
  return new UsageError(`${name} must be ${expected}, not ${formatShown(value)}${hint}.`);
}

function expectationOf(schema: unknown): string {
  const values = read(schema, 'enum');
  return Array.isArray(values) ? `one of ${values.join(', ')}` : String(read(schema, 'expects'));
}

function hintOf(schema: unknown, value: unknown): string {
  const values = read(schema, 'enum');
  return Array.isArray(values) && typeof value === 'string' ? didYouMean(value, values.map(String)) : '';
}

function read(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, member) : undefined;
}
