import type { TSchema } from 'typebox';

/**
 * A JSON schema in a notation like that of TypeScript: members, with `?` after the names of optional ones, and
 * descriptions as comments.
 */
export function formatSchema(schema: TSchema, indentation = ''): string {
  const choices = listOf(schema, 'anyOf');
  if (choices.length > 0) return choices.map((choice) => formatSchema(choice, indentation)).join(' | ');
  const type: unknown = Reflect.get(schema, 'type');
  if (type === 'object') return objectText(schema, indentation);
  if (type === 'array') return arrayText(schema, indentation);
  return formatTypeName(schema);
}

/** The member names of an object schema; empty for other schemas. */
export function memberNames(schema: TSchema): string[] {
  return membersOf(schema, 'properties').map(([name]) => name);
}

function objectText(schema: TSchema, indentation: string): string {
  const inner = `${indentation}  `;
  const required: unknown = Reflect.get(schema, 'required');
  const lines = membersOf(schema, 'properties').map(([name, member]) => {
    const optional = Array.isArray(required) && required.includes(name) ? '' : '?';
    return `${inner}${memberName(name)}${optional}: ${formatSchema(member, inner)}${commentOf(member)}`;
  });
  const additional: unknown = Reflect.get(schema, 'additionalProperties');
  const [other] = membersOf(schema, 'patternProperties').map(([, member]) => member);
  const open = isSchema(additional) ? additional : other;
  if (open) lines.push(`${inner}[name: string]: ${formatSchema(open, inner)}${commentOf(open)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indentation}}`;
}

function arrayText(schema: TSchema, indentation: string): string {
  const items: unknown = Reflect.get(schema, 'items');
  if (Array.isArray(items)) return `[${items.map((item) => formatSchema(item, indentation)).join(', ')}]`;
  if (!isSchema(items)) return 'anything[]';
  const text = formatSchema(items, indentation);
  return Reflect.has(items, 'anyOf') ? `(${text})[]` : `${text}[]`;
}

function commentOf(schema: TSchema): string {
  const description: unknown = Reflect.get(schema, 'description');
  const format: unknown = Reflect.get(schema, 'format');
  const text = [format, description].filter((part) => typeof part === 'string').join('; ');
  return text === '' ? '' : ` // ${text}`;
}

function memberName(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
}

function membersOf(schema: TSchema, keyword: 'properties' | 'patternProperties'): [string, TSchema][] {
  const members: unknown = Reflect.get(schema, keyword);
  return isSchema(members)
    ? Object.entries(members).filter((entry): entry is [string, TSchema] => isSchema(entry[1]))
    : [];
}

function listOf(schema: TSchema, keyword: 'anyOf'): TSchema[] {
  const list: unknown = Reflect.get(schema, keyword);
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** Type and constraints of a value in one line, such as `integer, at least 1, 10 by default`. */
export function formatTypeLine(schema: TSchema): string {
  const describe = (name: string, text: (value: unknown) => string) => {
    const value: unknown = Reflect.get(schema, name);
    return value === undefined || isEmpty(value) ? [] : [text(value)];
  };
  return [
    formatTypeName(schema),
    ...describe('format', (format) => `a ${format}`),
    ...describe('minimum', (minimum) => `at least ${minimum}`),
    ...describe('maximum', (maximum) => (maximum === Number.MAX_SAFE_INTEGER ? '' : `at most ${maximum}`)),
    ...describe('maxLength', (maximum) => `at most ${maximum} characters`),
    ...describe('maxItems', (maximum) => `at most ${maximum} times`),
    ...describe('default', (value) => `${value} by default`),
  ]
    .filter(Boolean)
    .join(', ');
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** The type of a value, without the members of an object. */
function formatTypeName(schema: TSchema): string {
  const read = (name: string): unknown => Reflect.get(schema, name);
  const [constant, values, items, type] = [read('const'), read('enum'), read('items'), read('type')];
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array' && isSchema(items)) return `list of ${formatTypeName(items)}`;
  return typeof type === 'string' ? type : 'anything';
}

export function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
