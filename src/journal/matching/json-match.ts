import { canAssign } from './assignment.ts';
import { Code } from './code.ts';

export interface JsonMatchOptions {
  /** Whether an object with other members is refused. */
  readonly isExact: boolean;
  /** Whether lists are compared as sets with repeats. */
  readonly ignoresOrder: boolean;
}

/** Maximum number of items of a list that is compared in any order. */
export const MAX_UNORDERED = 200;

/** Whether JSON has all given members. Lists have the same length, and numbers are compared by value. */
export function matchesJson(expected: unknown, actual: unknown, options: JsonMatchOptions): boolean {
  if (expected instanceof Code) return expected.test(actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return options.ignoresOrder
      ? canAssign(expected, actual, (item, other) => matchesJson(item, other, options))
      : expected.every((item, index) => matchesJson(item, actual[index], options));
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return false;
  if (options.isExact && Object.keys(actual).length !== Object.keys(expected).length) return false;
  return Object.entries(expected).every(
    ([name, value]) =>
      // A matcher can accept an absent member.
      (value instanceof Code || Object.hasOwn(actual, name)) &&
      matchesJson(value, memberOf(actual, name), options),
  );
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
