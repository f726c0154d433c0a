import type { TSchema } from 'typebox';

/** Converts the text of a parameter. Text that has no value of the type stays text, so that the schema rejects it. */
export type Coercion = (text: string) => unknown;

/** The conversion of text to the type of a schema, or of its items; undefined if it stays text. */
export function coercionOf(schema: TSchema): Coercion | undefined {
  const items = isList(schema) ? keywordOf(schema, 'items') : schema;
  const type = typeof items === 'object' && items !== null ? keywordOf(items, 'type') : undefined;
  if (type === 'integer') return parseInteger;
  return type === 'number' ? parseDecimal : undefined;
}

/** Types of JSON Schema that text is converted to. */
export const COERCED_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'array']);

export function isList(schema: TSchema): boolean {
  return keywordOf(schema, 'type') === 'array';
}

export function keywordOf(schema: TSchema, name: string): unknown {
  return Object.hasOwn(schema, name) ? Reflect.get(schema, name) : undefined;
}

/** The value for one that violates a schema with `clamp`: the maximum if it is above it, else the default. */
export function clamp(schema: TSchema, value: unknown): unknown {
  const maximum = keywordOf(schema, 'maximum');
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum) return maximum;
  return keywordOf(schema, 'default');
}

function parseInteger(text: string): unknown {
  return INTEGER.test(text.trim()) ? toFinite(Number(text)) : text;
}

function parseDecimal(text: string): unknown {
  return DECIMAL.test(text.trim()) && Number.isFinite(Number(text)) ? Number(text) : text;
}

const INTEGER = /^[+-]?\d+$/;

/** `Number` also accepts hexadecimal digits and an empty string. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The nearest number that is an integer: `Number` makes one of more than 308 digits infinite. */
function toFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
