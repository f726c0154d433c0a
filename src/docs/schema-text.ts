import type { TSchema } from 'typebox';
import { isSchema, toTypeName } from './schema-type.ts';

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
