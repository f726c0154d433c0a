import type { TSchema } from 'typebox';
import { isSchema } from './schema-text.ts';

/** A JSON object. */
export type Json = { [name: string]: unknown };

/** The named schemas of an OpenAPI document. */
export interface Components {
  readonly schemas: ReadonlyMap<string, Json>;
  /**
   * Converts a schema to JSON Schema 2020-12, which OpenAPI 3.1 uses. A schema with a `title` becomes a component, and
   * the result is a reference to it.
   * @throws Error when two different schemas have the same title.
   */
  place(schema: TSchema): Json;
}

export function createComponents(): Components {
  const schemas = new Map<string, Json>();

  function place(schema: TSchema): Json {
    const placed = toOpenApiSchema(schema, place);
    const { title } = placed;
    if (typeof title !== 'string' || !COMPONENT_NAME.test(title)) return placed;
    const known = schemas.get(title);
    if (known && JSON.stringify(known) !== JSON.stringify(placed))
      throw new Error(`Two different schemas have the title ${title}`);
    schemas.set(title, placed);
    return { $ref: `#/components/schemas/${title}` };
  }

  return { schemas, place };
}

/** OpenAPI 3.1 §4.8.7 allows dots and dashes too, but generators derive identifiers from the names. */
const COMPONENT_NAME = /^[A-Za-z0-9]+$/;

/** Keywords of the decoder, which do not constrain the value. */
const OWN_KEYWORDS: ReadonlySet<string> = new Set(['clamp']);

const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

const SCHEMA_MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not', 'contains']);

function toOpenApiSchema(schema: TSchema, place: (schema: TSchema) => Json): Json {
  const { patternProperties, ...rest }: Json = { ...schema };
  const all = toRecord(patternProperties) ?? {};
  return Object.assign(
    {},
    ...Object.entries({ ...rest, ...all }).map(([name, value]) => toMember(name, value)),
  );

  function toMember(name: string, value: unknown): Json {
    if (OWN_KEYWORDS.has(name)) return {};
    if (name === 'items' && Array.isArray(value)) return { prefixItems: placeAll(value), items: false };
    // Tuples before 2020-12 use `additionalItems`; since then, `items`.
    if (name === 'additionalItems') return {};
    if (SCHEMA_LISTS.has(name) && Array.isArray(value)) return { [name]: placeAll(value) };
    if (SCHEMA_MAPS.has(name) && isSchema(value)) return { [name]: placeMembers(value) };
    if (SCHEMAS.has(name) && isSchema(value)) return { [name]: place(value) };
    return { [name]: value };
  }

  function placeAll(values: readonly unknown[]): Json[] {
    return values.filter(isSchema).map(place);
  }

  function placeMembers(members: object): Json {
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, isSchema(member) ? place(member) : member]),
    );
  }
}

/** TypeBox writes a record as `patternProperties`; client generators support `additionalProperties` only. */
function toRecord(patternProperties: unknown): Json | undefined {
  if (!isSchema(patternProperties)) return undefined;
  const [[pattern, schema] = [], ...others] = Object.entries(patternProperties);
  if (pattern === '^.*$' && others.length === 0) return { additionalProperties: schema };
  return { patternProperties };
}
