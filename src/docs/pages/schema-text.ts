import type { TSchema } from 'typebox';
import type { Html, Markup } from '../../http/pages/page.ts';

/**
 * A JSON schema as people write down what JSON looks like: its members, a `?` behind the names of those that may be
 * missing, and what there is to say about them behind `//`.
 */
export function toSchemaText(schema: TSchema, indentation = ''): string {
  const choices = listOf(schema, 'anyOf');
  if (choices.length > 0) return choices.map((choice) => toSchemaText(choice, indentation)).join(' | ');
  const type: unknown = Reflect.get(schema, 'type');
  if (type === 'object') return objectText(schema, indentation);
  if (type === 'array') return arrayText(schema, indentation);
  return toTypeName(schema);
}

/** The names of an object's members, where the schema is of one. */
export function memberNames(schema: TSchema): string[] {
  return membersOf(schema, 'properties').map(([name]) => name);
}

function objectText(schema: TSchema, indentation: string): string {
  const inner = `${indentation}  `;
  const required: unknown = Reflect.get(schema, 'required');
  const lines = membersOf(schema, 'properties').map(([name, member]) => {
    const mark = Array.isArray(required) && required.includes(name) ? '' : '?';
    return `${inner}${memberName(name)}${mark}: ${toSchemaText(member, inner)}${remark(member)}`;
  });
  const additional: unknown = Reflect.get(schema, 'additionalProperties');
  const [other] = membersOf(schema, 'patternProperties').map(([, member]) => member);
  const open = isSchema(additional) ? additional : other;
  if (open) lines.push(`${inner}[name: string]: ${toSchemaText(open, inner)}${remark(open)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indentation}}`;
}

function arrayText(schema: TSchema, indentation: string): string {
  const items: unknown = Reflect.get(schema, 'items');
  if (Array.isArray(items)) return `[${items.map((item) => toSchemaText(item, indentation)).join(', ')}]`;
  if (!isSchema(items)) return 'anything[]';
  const text = toSchemaText(items, indentation);
  return Reflect.has(items, 'anyOf') ? `(${text})[]` : `${text}[]`;
}

function remark(schema: TSchema): string {
  const description: unknown = Reflect.get(schema, 'description');
  const format: unknown = Reflect.get(schema, 'format');
  const said = [format, description].filter((part) => typeof part === 'string').join('; ');
  return said === '' ? '' : ` // ${said}`;
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

/** A schema as code, each line in an element of its own, so that a long one can be wrapped with an indent. */
export function schemaBlock(html: Html, schema: TSchema): Markup {
  const lines = toSchemaText(schema).split('\n');
  return html`<pre class="schema"><code>${lines.map((line) => html`<span>${line}${'\n'}</span>`)}</code></pre>`;
}
