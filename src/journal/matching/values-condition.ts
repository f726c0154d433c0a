import { type Static, Type } from 'typebox';
import { Code } from './code.ts';
import { compileText, describeText, MAX_TEXT, type TextCondition, textMembers } from './text-condition.ts';

const Values = (description: string) =>
  Type.Array(Type.String({ maxLength: MAX_TEXT }), { maxItems: 100, description });

/** A condition for the values of a name: of a parameter, a header field, a cookie, or a field of a form. */
export const ValuesCondition = Type.Union(
  [
    Type.String({ maxLength: MAX_TEXT }),
    Values('Exactly these values, in any order.'),
    Type.Object(
      { ...textMembers, in_order: Type.Optional(Values('Exactly these values, in this order.')) },
      { additionalProperties: false, minProperties: 1, maxProperties: 2 },
    ),
  ],
  {
    description:
      'A text, for equality, an object with a condition that one value meets, or a list of exactly these values in any order.',
  },
);

export type ValuesCondition = Static<typeof ValuesCondition>;

/** A list of values that are all values of a name. */
interface ValueList {
  readonly values: readonly string[];
  readonly isOrdered: boolean;
}

/** Undefined for a condition that one value meets. */
function listOf(condition: ValuesCondition): ValueList | undefined {
  if (typeof condition === 'string') return undefined;
  if (Array.isArray(condition)) return { values: condition, isOrdered: false };
  return condition.in_order && { values: condition.in_order, isOrdered: true };
}

/** The condition for one value; undefined for a list. */
export function singleOf(condition: ValuesCondition): TextCondition | undefined {
  if (typeof condition === 'string') return condition;
  if (Array.isArray(condition) || condition.in_order) return undefined;
  const { in_order: _, ...single } = condition;
  return single;
}

/** The problem of `in_order` beside another member, as a clause without a subject. */
export function problemOfList(condition: ValuesCondition): string | undefined {
  const isAlone =
    typeof condition === 'string' ||
    Array.isArray(condition) ||
    !condition.in_order ||
    Object.keys(condition).length === 1;
  return isAlone ? undefined : 'must have in_order alone';
}

/** The test of the values of a name; an absent name has no values. */
export function compileValues(condition: ValuesCondition): (values: readonly string[]) => boolean {
  const list = listOf(condition);
  if (list) {
    const computeKey = (values: readonly string[]) =>
      JSON.stringify(list.isOrdered ? values : values.toSorted());
    const expected = computeKey(list.values);
    return (values) => values.length === list.values.length && computeKey(values) === expected;
  }
  const test = compileText(condition instanceof Code ? condition : (singleOf(condition) ?? ''));
  return (values) => (values.length === 0 ? test(undefined) : values.some(test));
}

/** The condition in words, after "expected". */
export function describeValues(condition: ValuesCondition, quote: (text: string) => string): string {
  const list = listOf(condition);
  if (!list) return describeText(condition instanceof Code ? condition : (singleOf(condition) ?? ''), quote);
  const values = list.values.length === 0 ? 'no value' : list.values.map(quote).join(', ');
  return `${values} in ${list.isOrdered ? 'this' : 'any'} order`;
}
