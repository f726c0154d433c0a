import { matches } from '#http/message/validation.ts';
import { parsePointer } from '#http/syntax/json-pointer.ts';
import { Code } from './code.ts';
import { matchesJson } from './json-match.ts';
import { compileText, problemOfText, TextCondition } from './text-condition.ts';

/** Names of the types of JSON. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** The values at a pointer, in which `*` is any index of a list. */
function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  let found: unknown[] = [value];
  for (const step of steps) found = found.flatMap((each) => membersOf(each, step));
  return found;
}

function membersOf(value: unknown, step: string): unknown[] {
  if (Array.isArray(value)) {
    if (step === '*') return value;
    return /^(?:0|[1-9]\d{0,9})$/.test(step) && Number(step) < value.length ? [value[Number(step)]] : [];
  }
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? [Reflect.get(value, step)]
    : [];
}

const MEMBERS = ['is', 'like', 'has', 'one_of', 'absent', 'ignore_case', 'type', 'min', 'max'];

/** The problem of the condition for a pointer, as a clause without a subject. An object is a condition, never a value. */
export function problemOfPointer(pointer: string, condition: unknown): string | undefined {
  if (parsePointer(pointer) === undefined) return 'must be a JSON Pointer, such as /user/name or /items/*/id';
  if (!isObject(condition)) return undefined;
  const unknown = Object.keys(condition).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `has ${unknown}, and not one of ${MEMBERS.join(', ')}`;
  const { type, min, max, ...text } = toMembers(condition);
  if (type !== undefined) {
    const isKnown = typeof type === 'string' && Object.hasOwn(TYPES, type);
    return isKnown && Object.keys(condition).length === 1
      ? undefined
      : `must have type alone, which is one of ${Object.keys(TYPES).join(', ')}`;
  }
  if (min !== undefined || max !== undefined)
    return [min, max].every((limit) => limit === undefined || typeof limit === 'number') &&
      Object.keys(text).length === 0
      ? undefined
      : 'must have min and max alone, which are numbers';
  if (Object.hasOwn(text, 'is') && typeof text.is !== 'string')
    return Object.keys(text).length === 1 ? undefined : 'must have is alone beside a value that is no text';
  return matches(TextCondition, text) ? problemOfText(text) : 'must be a condition with texts';
}

/** The test of a document for a pointer. @param condition one without a problem. */
export function compilePointer(pointer: string, condition: unknown): (value: unknown) => boolean {
  const steps = parsePointer(pointer) ?? [];
  if (condition instanceof Code)
    return (value) => valuesAt(value, steps).some((each) => condition.test(each));
  if (isObject(condition) && toMembers(condition).absent === true)
    return (value) => valuesAt(value, steps).length === 0;
  const test = compileValue(condition);
  return (value) => valuesAt(value, steps).some(test);
}

function compileValue(condition: unknown): (value: unknown) => boolean {
  if (!isObject(condition)) return (value) => isEqual(condition, value);
  const { type, min, max, ...text } = toMembers(condition);
  if (type !== undefined) return TYPES[String(type)] ?? (() => false);
  if (min !== undefined || max !== undefined)
    return (value) =>
      typeof value === 'number' &&
      value >= Number(min ?? Number.NEGATIVE_INFINITY) &&
      value <= Number(max ?? Number.POSITIVE_INFINITY);
  if (Object.hasOwn(text, 'is') && typeof text.is !== 'string') return (value) => isEqual(text.is, value);
  if (!matches(TextCondition, text)) return () => false;
  const test = compileText(text);
  return (value) => typeof value === 'string' && test(value);
}

function isEqual(expected: unknown, actual: unknown): boolean {
  return matchesJson(expected, actual, { isExact: true, ignoresOrder: false });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toMembers(condition: object): Record<string, unknown> {
  return { ...condition };
}
