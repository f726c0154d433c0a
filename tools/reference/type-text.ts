import type { TSchema } from 'typebox';

/** The names of schemas in the published types, by the JSON of the schema: `Type.Optional` copies a schema. */
export type TypeNames = ReadonlyMap<string, string>;

/** The TypeScript type of the values of a schema. A schema of `names` is its name, except at the top. */
export function formatType(schema: TSchema, names: TypeNames, indentation = ''): string {
  const read = (keyword: string): unknown => Reflect.get(schema, keyword);
  const inner = (item: unknown) => formatNamedType(item, names, indentation);
  const [choices, constant, values, type] = [read('anyOf'), read('const'), read('enum'), read('type')];
  if (Array.isArray(choices)) return choices.map(inner).join(' | ');
  if (constant !== undefined) return formatLiteral(constant);
  if (Array.isArray(values)) return values.map(formatLiteral).join(' | ');
  if (type === 'array') return formatList(read('items'), inner);
  if (type === 'object') return formatObject(schema, names, indentation);
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === undefined) return 'unknown';
  throw new Error(`A schema of type ${type} has no TypeScript type`);
}

/**
 * The members of an object schema, each with its comment.
 * @param isOptions whether a member that is undefined counts as absent.
 */
export function formatMembers(
  schema: TSchema,
  names: TypeNames,
  indentation: string,
  isOptions = false,
): string {
  const required: unknown = Reflect.get(schema, 'required');
  const members = Object.entries(toRecord(Reflect.get(schema, 'properties'))).map(([name, member]) => {
    const isRequired = Array.isArray(required) && required.includes(name);
    const mark = isRequired ? '' : '?';
    const suffix = isOptions && !isRequired ? ' | undefined' : '';
    const text = `${formatNamedType(member, names, indentation)}${suffix}`;
    const comment = formatComment(member, names);
    const lines = [...(comment === '' ? [] : [`/** ${comment} */`]), `readonly ${name}${mark}: ${text};`];
    return lines.map((line) => `${indentation}${line}\n`).join('');
  });
  return members.join('');
}

function formatNamedType(schema: unknown, names: TypeNames, indentation: string): string {
  if (!isSchema(schema)) return 'unknown';
  return names.get(JSON.stringify(schema)) ?? formatType(schema, names, indentation);
}

function formatList(items: unknown, inner: (item: unknown) => string): string {
  if (Array.isArray(items)) return `readonly [${items.map(inner).join(', ')}]`;
  const text = inner(items);
  return /^[\w$]+$/.test(text) ? `readonly ${text}[]` : `readonly (${text})[]`;
}

function formatObject(schema: TSchema, names: TypeNames, indentation: string): string {
  const [values] = Object.values(toRecord(Reflect.get(schema, 'patternProperties')));
  if (values !== undefined) return `Readonly<Record<string, ${formatNamedType(values, names, indentation)}>>`;
  return `{\n${formatMembers(schema, names, `${indentation}  `)}${indentation}}`;
}

/**
 * The description and the default of a member, as sentences. Descriptions of seed files and schedules are clauses, which
 * follow "must be" in messages. A clause that lists the values of the type says nothing more than the type.
 */
function formatComment(schema: unknown, names: TypeNames): string {
  const { description, default: fallback }: { description?: unknown; default?: unknown } = toRecord(schema);
  const isShown = typeof description === 'string' && (description.endsWith('.') || !hasValues(schema, names));
  const sentence = isShown ? formatSentence(description) : '';
  const suffix = fallback === undefined ? '' : `Default: \`${fallback}\`.`;
  return [sentence, suffix].filter(Boolean).join(' ').replaceAll('*/', '*\\/');
}

/** Whether the type names all values. */
function hasValues(schema: unknown, names: TypeNames): boolean {
  const {
    type,
    anyOf,
    const: constant,
  }: { type?: unknown; anyOf?: unknown; const?: unknown } = toRecord(schema);
  if (type === 'boolean' || constant !== undefined || names.has(JSON.stringify(schema))) return true;
  return Array.isArray(anyOf) && anyOf.every((choice) => toRecord(choice).const !== undefined);
}

function formatSentence(description: string): string {
  if (description.endsWith('.')) return description;
  if (/^(?:an?|the) /.test(description))
    return `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
  return /^[a-z]/.test(description) ? `Must be ${description}.` : `${description}.`;
}

function formatLiteral(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
