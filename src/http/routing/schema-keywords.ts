import type { TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { COERCED_TYPES, isList } from './coercion.ts';
import { type Endpoint, isOfBytes } from './endpoint.ts';

/**
 * Checks that everything that the schemas of an endpoint's input promise is enforced. Responses are not checked here,
 * and neither are the schemas of bodies that the endpoint reads itself.
 * @throws Error naming the endpoint, the parameter and the keyword.
 */
export function checkSchemaKeywords(endpoint: Endpoint): void {
  const { path, params = {}, query = {}, body } = endpoint;
  const reject = (input: string, problem: string) => {
    throw new Error(`${endpoint.methods.join(', ')} ${path}: the schema of ${input} ${problem}.`);
  };
  for (const [name, schema] of Object.entries(params))
    checkText(schema, PATH_KEYWORDS, (problem) => reject(`the path parameter ${name}`, problem));
  for (const [name, schema] of Object.entries(query))
    checkText(schema, QUERY_KEYWORDS, (problem) => reject(`the query parameter ${name}`, problem));
  if (body && !isOfBytes(body)) checkJson(body, '', (place, problem) => reject(`the body${place}`, problem));
}

type Reject = (problem: string) => void;

/** A schema of text: one value, or a list of such values. */
function checkText(schema: TSchema, keywords: ReadonlySet<string>, reject: Reject): void {
  for (const [keyword, value] of Object.entries(schema)) {
    checkKeyword(keyword, value, keywords, reject);
    if (keyword === 'type' && !COERCED_TYPES.has(value))
      reject(`has the type ${JSON.stringify(value)}, to which text is not converted`);
    if (keyword === 'items' && isSchema(value)) checkText(value, ITEM_KEYWORDS, reject);
  }
  if (keywords === ITEM_KEYWORDS && isList(schema)) reject('has items of the type "array"');
}

function checkJson(schema: unknown, place: string, reject: (place: string, problem: string) => void): void {
  if (!isSchema(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    checkKeyword(keyword, value, JSON_KEYWORDS, (problem) => reject(place, problem));
    if (MAPS_OF_SCHEMAS.has(keyword))
      for (const [name, inner] of Object.entries(Object(value))) checkJson(inner, `${place}.${name}`, reject);
    else if (Array.isArray(value)) for (const inner of value) checkJson(inner, place, reject);
    else if (SCHEMAS.has(keyword)) checkJson(value, place, reject);
  }
}

function checkKeyword(keyword: string, value: unknown, keywords: ReadonlySet<string>, reject: Reject): void {
  if (!keywords.has(keyword)) reject(`has the keyword ${keyword}, which nothing enforces`);
  // TypeBox accepts every value of an unknown format.
  if (keyword === 'format' && !Format.Has(String(value)))
    reject(`has the format ${value}, which nothing enforces`);
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}

const ANNOTATIONS = ['title', 'description', 'examples', 'deprecated'];

/** Keywords for strings and numbers that TypeBox enforces. */
const SCALAR_KEYWORDS = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];

const LIST_KEYWORDS = ['items', 'minItems', 'maxItems', 'uniqueItems'];

const ITEM_KEYWORDS: ReadonlySet<string> = new Set([...ANNOTATIONS, ...SCALAR_KEYWORDS]);

const PATH_KEYWORDS: ReadonlySet<string> = new Set([...ITEM_KEYWORDS]);

/** The decoder enforces `default` and `clamp`. */
const QUERY_KEYWORDS: ReadonlySet<string> = new Set([...ITEM_KEYWORDS, ...LIST_KEYWORDS, 'default', 'clamp']);

const MAPS_OF_SCHEMAS: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
]);

/** Keywords that TypeBox enforces in JSON. References are not among them. */
const JSON_KEYWORDS: ReadonlySet<string> = new Set([
  ...ITEM_KEYWORDS,
  ...LIST_KEYWORDS,
  ...MAPS_OF_SCHEMAS,
  ...SCHEMAS,
  'required',
  'minProperties',
  'maxProperties',
  'prefixItems',
  'minContains',
  'maxContains',
  'anyOf',
  'allOf',
  'oneOf',
]);
