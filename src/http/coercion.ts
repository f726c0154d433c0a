import type { TSchema } from 'typebox';

/**
 * Converts the text of a parameter to the type of its schema. Text that has no such value stays text, so that the
 * schema rejects it.
 */
export function coerce(schema: TSchema, texts: readonly string[]): unknown {
  const items = itemsOf(schema);
  return items ? texts.map((text) => coerceText(items, text)) : coerceText(schema, texts[0] ?? '');
}

/** Types of JSON Schema that text is converted to. */
export const COERCED_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'array']);

export function isList(schema: TSchema): boolean {
  return keywordOf(schema, 'type') === 'array';
}

function itemsOf(schema: TSchema): TSchema | undefined {
  const items = isList(schema) ? keywordOf(schema, 'items') : undefined;
  return typeof items === 'object' && items !== null ? items : undefined;
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

function coerceText(schema: TSchema, text: string): unknown {
  const type = keywordOf(schema, 'type');
  if (type === 'integer' && INTEGER.test(text.trim())) return toFinite(Number(text));
  if (type === 'number' && DECIMAL.test(text.trim()) && Number.isFinite(Number(text))) return Number(text);
  return text;
}

const INTEGER = /^[+-]?\d+$/;

/** `Number` also accepts hexadecimal digits and an empty string. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The nearest number that is an integer: `Number` makes one of more than 308 digits infinite. */
function toFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
