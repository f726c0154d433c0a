import type { TSchema } from 'typebox';

/** What a value may be, in a line: `integer, at least 1, 10 by default`. */
export function toTypeLine(schema: TSchema): string {
  const said = (name: string, words: (value: unknown) => string) => {
    const value: unknown = Reflect.get(schema, name);
    return value === undefined || isEmpty(value) ? [] : [words(value)];
  };
  return [
    toTypeName(schema),
    ...said('format', (format) => `a ${format}`),
    ...said('minimum', (least) => `at least ${least}`),
    ...said('maximum', (most) => (most === Number.MAX_SAFE_INTEGER ? '' : `at most ${most}`)),
    ...said('maxLength', (most) => `at most ${most} characters`),
    ...said('maxItems', (most) => `at most ${most} times`),
    ...said('default', (value) => `${value} by default`),
  ]
    .filter(Boolean)
    .join(', ');
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** The name of a type that needs no members to be told. */
export function toTypeName(schema: TSchema): string {
  const read = (name: string): unknown => Reflect.get(schema, name);
  const [constant, values, items, type] = [read('const'), read('enum'), read('items'), read('type')];
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array' && isSchema(items)) return `list of ${toTypeName(items)}`;
  return typeof type === 'string' ? type : 'anything';
}

export function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
