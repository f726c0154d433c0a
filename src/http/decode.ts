import type { TProperties, TSchema } from 'typebox';
import { hasBody, readBody } from './body.ts';
import { type Endpoint, isAnyBody } from './endpoint.ts';
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

/** The declared query parameters; the first of repeated names counts, undeclared ones are passed over. */
export function decodeQuery(endpoint: Endpoint, exchange: Exchange): Readonly<Record<string, unknown>> {
  if (!endpoint.query) return NO_VALUES;
  const given = new Map<string, string>();
  for (const [name, value] of parsePairs(exchange.query ?? '')) if (!given.has(name)) given.set(name, value);
  return toValues(endpoint.query, given);
}

function toValues(schemas: TProperties, given: ReadonlyMap<string, string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const raw = given.get(name);
    const value = raw === undefined ? keyword(schema, 'default') : toType(schema, raw);
    if (value === undefined) continue;
    const problem = problemOf(schema, value, 'query', name);
    if (!problem) values[name] = value;
    else if (keyword(schema, 'clamp') === true) values[name] = clamp(schema, value);
    else problems.push(problem);
  }
  if (problems.length > 0) throw invalidInput(problems);
  return values;
}

/** The body as the endpoint declares it; a promise only where something has to be read first. */
export function decodeBody(endpoint: Endpoint, exchange: Exchange, limit: number): unknown {
  const { body } = endpoint;
  if (!body) return undefined;
  if (isAnyBody(body)) return hasBody(exchange.request) ? readBody(exchange.request, limit) : NOTHING;
  return readBody(exchange.request, limit).then((bytes) => checkBody(body, bytes));
}

/** Text as the type the schema wants; text that cannot be that type stays text, and fails the check. */
function toType(schema: TSchema, text: string): unknown {
  const type = keyword(schema, 'type');
  if (type === 'integer') return /^[+-]?\d+$/.test(text.trim()) ? Number(text) : text;
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
}

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
  if (typeof value !== 'string') return undefined;
  const [maxLength, allowed] = [keyword(schema, 'maxLength'), keyword(schema, 'enum')];
  if (typeof maxLength === 'number' && value.length > maxLength) {
    return refuse('maxLength', `must be at most ${maxLength} characters long`);
  }
  if (Array.isArray(allowed) && !allowed.includes(value))
    return refuse('enum', `must be one of ${allowed.join(', ')}`);
  return undefined;
}

/** Over the maximum: the maximum. Under the minimum, or no number at all: the default. */
function clamp(schema: TSchema, value: unknown): unknown {
  const [fallback, maximum] = [keyword(schema, 'default'), keyword(schema, 'maximum')];
  return typeof value === 'number' && typeof maximum === 'number' && value > maximum ? maximum : fallback;
}

function keyword(schema: TSchema, name: string): unknown {
  return Object.hasOwn(schema, name) ? Reflect.get(schema, name) : undefined;
}
