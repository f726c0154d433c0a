import { type Static, Type } from 'typebox';
import { closestMatch } from '#http/syntax/closest-match.ts';
import { OTHER_METHODS, STANDARD_METHODS, toBoundedMethod } from '#http/syntax/method.ts';
import { quote } from './condition.ts';
import { MAX_TEXT, type TextCondition, textMembers } from './text-condition.ts';

/** A condition for the method. */
export const MethodCondition = Type.Union(
  [
    Type.String({ maxLength: MAX_TEXT }),
    Type.Array(Type.String({ maxLength: MAX_TEXT }), { minItems: 1, maxItems: 100 }),
    Type.Object(textMembers, { additionalProperties: false, minProperties: 1, maxProperties: 2 }),
  ],
  {
    description:
      'A method, a list of methods, one of which is equal, or an object with one of `is`, `like`, `has`, `one_of` and `absent`. A method that differs in one character from one of RFC 9110, such as GTE, is an error, but not in an object.',
  },
);

export type MethodCondition = Static<typeof MethodCondition>;

/** The condition for the text. The names of methods are case-sensitive (RFC 9110 §9.1); those of the RFCs may be written in any case. */
export function toMethodText(condition: MethodCondition): TextCondition {
  if (typeof condition === 'string') return normalizeMethod(condition);
  return Array.isArray(condition) ? { one_of: condition.map(normalizeMethod) } : condition;
}

/**
 * The problem of a method that is probably misspelt, as a clause without a subject. Methods of other specifications are
 * none, and neither is a method of `is` or `one_of`, which is compared as it is.
 */
export function problemOfMethod(condition: MethodCondition): string | undefined {
  if (typeof condition === 'object' && !Array.isArray(condition)) return undefined;
  for (const method of [condition].flat().map(normalizeMethod)) {
    const intended = isDefined(method) ? undefined : intendedMethod(method);
    if (intended !== undefined)
      return `must not be ${quote(method)} (did you mean ${intended}?); {"is": ${quote(method)}} compares literally`;
  }
  return undefined;
}

/** `PROPFIND` for `propfind`, and `GET` for `GTE`. Two errors are no hint, because many methods are of the application. */
function intendedMethod(method: string): string | undefined {
  const name = method.toUpperCase();
  return isDefined(name) ? name : closestMatch(method, STANDARD_METHODS, 1);
}

/** Whether a specification defines the method. A request can have any other one. */
function isDefined(method: string): boolean {
  return STANDARD_METHODS.has(method) || OTHER_METHODS.has(method);
}

/** The methods that a condition names; undefined for a condition that compares them otherwise. */
export function namedMethods(condition: MethodCondition | undefined): readonly string[] | undefined {
  if (condition === undefined || typeof condition === 'string' || Array.isArray(condition))
    return condition === undefined ? undefined : [condition].flat().map(normalizeMethod);
  const { is, one_of: values = is === undefined ? undefined : [is], ignore_case: ignoresCase } = condition;
  return ignoresCase ? values?.map((value) => value.toUpperCase()) : values;
}

function normalizeMethod(method: string): string {
  const name = method.toUpperCase();
  return toBoundedMethod(name) === name ? name : method;
}
