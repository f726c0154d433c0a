import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { suggestion } from '../nearest.ts';
import { hasBody, readBody } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { createBodyStream } from './body-stream.ts';
import { type Endpoint, isOfBytes } from './endpoint.ts';
import { invalidInput, type Problem } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { checkBody } from './json-body.ts';
import { parsePairs } from './query.ts';

const NOTHING = Buffer.alloc(0);
const NO_VALUES: Readonly<Record<string, unknown>> = Object.freeze({});

/** Path parameters as their schemas' types. Strings come back as they are. */
export function decodeParams(
  endpoint: Endpoint,
  raw: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  if (!endpoint.params) return raw;
  const params: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const value = toType(schema, raw[name] ?? '');
    const problem = problemOf(schema, value, 'path', name);
    if (problem) throw invalidInput([problem]);
    params[name] = value;
  }
  return params;
}

/** The declared query parameters, as their schemas' types. */
export function decodeQuery(endpoint: Endpoint, exchange: Exchange): Readonly<Record<string, unknown>> {
  if (!endpoint.query) return NO_VALUES;
  const pairs = parsePairs(exchange.query ?? '');
  if (endpoint.anyCaseQuery) for (const pair of pairs) pair[0] = pair[0].toLowerCase();
  return decodePairs(endpoint.query, pairs, endpoint.strictQuery);
}

/**
 * Names and values as the schemas' types: of repeated names a list has all, anything else the first. Undeclared names
 * are passed over; where `isStrict` they are refused, and so are repeats, and what has no value is passed over.
 * @throws HttpError 400 with all that does not fit.
 */
export function decodePairs<Schemas extends TProperties>(
  schemas: Schemas,
  pairs: readonly (readonly [name: string, value: string])[],
  isStrict = false,
): Static<TObject<Schemas>> {
  const said = isStrict ? pairs.filter(([, value]) => value !== '') : pairs;
  const given = Map.groupBy(said, ([name]) => name);
  const problems = isStrict ? strays(schemas, given) : [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const raw = given.get(name)?.map(([, value]) => value);
    const value = raw ? toListOrOne(schema, raw) : keyword(schema, 'default');
    if (value === undefined) continue;
    const problem = problemOf(schema, value, 'query', name);
    if (!problem) values[name] = value;
    else if (keyword(schema, 'clamp') === true) values[name] = clamp(schema, value);
    else problems.push(problem);
  }
  if (problems.length > 0) throw invalidInput(problems);
  // Sound: each value was made and checked by the schema of its name.
  return values as Static<TObject<Schemas>>;
}

/** What a strict list of parameters does not take. */
function strays(schemas: TProperties, given: ReadonlyMap<string, readonly unknown[]>): Problem[] {
  const problems: Problem[] = [];
  for (const [name, values] of given) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const refuse = (key: string, message: string) =>
      problems.push({ in: 'query', name, keyword: key, message });
    if (!schema) refuse('additionalProperties', `is not known here${suggestion(name, Object.keys(schemas))}`);
    else if (values.length > 1 && !isList(schema)) refuse('maxItems', 'must not be given more than once');
  }
  return problems;
}

/** The body as the endpoint declares it; a promise only where something has to be read first. */
export function decodeBody(
  endpoint: Endpoint,
  exchange: Exchange,
  { maxBodySize, bodyBudget }: BodyLimits,
): unknown {
  const { body } = endpoint;
  if (!body) return undefined;
  if (isOfBytes(body) && body.kind === 'stream') return createBodyStream(exchange);
  if (!hasBody(exchange.request)) return isOfBytes(body) ? NOTHING : checkBody(body, NOTHING);
  const bytes = readBody(exchange, maxBodySize, exchange.reserve(bodyBudget));
  return isOfBytes(body) ? bytes : bytes.then((whole) => checkBody(body, whole));
}

export interface BodyLimits {
  /** Most bytes of one body. */
  readonly maxBodySize: number;
  /** Bounds the bytes of all bodies that are held at a time. */
  readonly bodyBudget: BodyBudget;
}

function toListOrOne(schema: TSchema, texts: readonly string[]): unknown {
  const items = itemsOf(schema);
  return items ? texts.map((text) => toType(items, text)) : toType(schema, texts[0] ?? '');
}

/** Text as the type the schema wants; text that cannot be that type stays text, and fails the check. */
function toType(schema: TSchema, text: string): unknown {
  const type = keyword(schema, 'type');
  if (type === 'integer') return /^[+-]?\d+$/.test(text.trim()) ? Number(text) : text;
  if (type === 'number')
    return DECIMAL.test(text.trim()) && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

/** Not all that JavaScript takes for a number: nothing in hexadecimal, and not nothing. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function problemOf(schema: TSchema, value: unknown, place: Problem['in'], name: string): Problem | undefined {
  const type = keyword(schema, 'type');
  const refuse = (key: string, message: string): Problem => ({ in: place, name, keyword: key, message });
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number')
      return refuse('type', type === 'integer' ? 'must be a whole number' : 'must be a number');
    const [minimum, maximum] = [keyword(schema, 'minimum'), keyword(schema, 'maximum')];
    if (typeof minimum === 'number' && value < minimum)
      return refuse('minimum', `must be at least ${minimum}`);
    if (typeof maximum === 'number' && value > maximum)
      return refuse('maximum', `must be at most ${maximum}`);
    return undefined;
  }
  if (Array.isArray(value)) return problemOfList(schema, value, place, name);
  if (typeof value !== 'string') return undefined;
  const [maxLength, allowed] = [keyword(schema, 'maxLength'), keyword(schema, 'enum')];
  if (typeof maxLength === 'number' && value.length > maxLength) {
    return refuse('maxLength', `must be at most ${maxLength} characters long`);
  }
  if (Array.isArray(allowed) && !allowed.includes(value))
    return refuse('enum', `must be one of ${allowed.join(', ')}`);
  return undefined;
}

function problemOfList(
  schema: TSchema,
  values: readonly unknown[],
  place: Problem['in'],
  name: string,
): Problem | undefined {
  const maxItems = keyword(schema, 'maxItems');
  if (typeof maxItems === 'number' && values.length > maxItems) {
    const message = `must not be given more than ${maxItems} times`;
    return { in: place, name, keyword: 'maxItems', message };
  }
  const items = itemsOf(schema);
  if (!items) return undefined;
  for (const value of values) {
    const problem = problemOf(items, value, place, name);
    if (problem) return problem;
  }
  return undefined;
}

function isList(schema: TSchema): boolean {
  return keyword(schema, 'type') === 'array';
}

function itemsOf(schema: TSchema): TSchema | undefined {
  const items = isList(schema) ? keyword(schema, 'items') : undefined;
  return typeof items === 'object' && items !== null ? items : undefined;
}

/** Over the maximum: the maximum. Under the minimum, or no number at all: the default. */
function clamp(schema: TSchema, value: unknown): unknown {
  const [fallback, maximum] = [keyword(schema, 'default'), keyword(schema, 'maximum')];
  return typeof value === 'number' && typeof maximum === 'number' && value > maximum ? maximum : fallback;
}

function keyword(schema: TSchema, name: string): unknown {
  return Object.hasOwn(schema, name) ? Reflect.get(schema, name) : undefined;
}
