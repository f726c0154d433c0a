import { Code } from './code.ts';

/** A member of JSON that differs. An absent value is undefined, which JSON does not have. */
export interface JsonDifference {
  /** Such as `.users[0].name`; empty for the whole value. */
  readonly path: string;
  /** Name of the innermost member. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface PartialComparison {
  /** Number of expected values. */
  readonly expected: number;
  readonly differences: readonly JsonDifference[];
}

/** Compares every expected member. Additional members of objects do not count; lists have the same length. */
export function comparePartially(expected: unknown, actual: unknown, place = ROOT): PartialComparison {
  if (expected instanceof Code)
    return {
      expected: 1,
      differences: expected.test(actual) ? [] : [{ ...place, before: expected, after: actual }],
    };
  const steps = entriesOf(expected);
  if (!steps || !isSameKind(expected, actual) || hasOtherLength(expected, actual)) {
    const isSame = steps ? false : expected === actual;
    return {
      expected: 1,
      differences: isSame ? [] : [{ ...place, before: expected, after: actual }],
    };
  }
  const inner = steps.map(([step, value]) =>
    comparePartially(value, valueAt(actual, step), buildPlace(place, step)),
  );
  return {
    expected: Math.max(
      1,
      inner.reduce((sum, { expected: count }) => sum + count, 0),
    ),
    differences: inner.flatMap(({ differences }) => differences),
  };
}

/** All members in which two values differ. */
export function compareJson(before: unknown, after: unknown, place = ROOT): JsonDifference[] {
  const steps = entriesOf(before);
  const others = entriesOf(after);
  if (!steps || !others || !isSameKind(before, after)) {
    return before === after ? [] : [{ ...place, before, after }];
  }
  const names = new Set([...steps, ...others].map(([step]) => step));
  return [...names].flatMap((step) =>
    compareJson(valueAt(before, step), valueAt(after, step), buildPlace(place, step)),
  );
}

function entriesOf(value: unknown): [step: string | number, value: unknown][] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function isSameKind(one: unknown, other: unknown): boolean {
  return (
    typeof one === typeof other &&
    Array.isArray(one) === Array.isArray(other) &&
    (one === null) === (other === null)
  );
}

function hasOtherLength(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) && one.length !== other.length;
}

function valueAt(value: unknown, step: string | number): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), step)?.value;
}

type Place = Pick<JsonDifference, 'path' | 'name'>;

const ROOT: Place = { path: '', name: '' };

function buildPlace({ path, name }: Place, step: string | number): Place {
  if (typeof step === 'number') return { path: `${path}[${step}]`, name };
  return { path: `${path}.${/^[\w$-]+$/.test(step) ? step : JSON.stringify(step)}`, name: step };
}
