import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { hasBody, readBody } from './body.ts';
import type { BodyBudget } from './body-budget.ts';
import { createBodyStream } from './body-stream.ts';
import { didYouMean } from './closest-match.ts';
import { clamp, coerce, isList, keywordOf } from './coercion.ts';
import { type Endpoint, isOfBytes, type Strictness } from './endpoint.ts';
import { invalidInput, type Problem } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { checkBody } from './json-body.ts';
import { parsePairs } from './query.ts';
import { findViolations, type Violation } from './validation.ts';

const EMPTY_BODY = Buffer.alloc(0);
const NO_VALUES: Readonly<Record<string, unknown>> = Object.freeze({});

/** Path parameters as the types of their schemas. @throws HttpError 400 */
export function decodeParams(
  endpoint: Endpoint,
  raw: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  if (!endpoint.params) return raw;
  const params: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const value = coerce(schema, [raw[name] ?? '']);
    const problem = findProblem(schema, value, 'path', name);
    if (problem) throw invalidInput([problem]);
    params[name] = value;
  }
  return params;
}

/**
 * The declared query parameters as the types of their schemas.
 * @param strictness that of the service, for endpoints without their own
 * @throws HttpError 400
 */
export function decodeQuery(
  endpoint: Endpoint,
  exchange: Exchange,
  strictness: Strictness | undefined,
): Readonly<Record<string, unknown>> {
  const { query, strictQuery = strictness } = endpoint;
  if (!query && !strictQuery) return NO_VALUES;
  const pairs = parsePairs(exchange.query ?? '');
  if (endpoint.anyCaseQuery) for (const pair of pairs) pair[0] = pair[0].toLowerCase();
  return decodePairs(query ?? {}, pairs, strictQuery);
}

/**
 * Names and values as the types of the schemas. A list takes all values of a repeated name, any other schema the first.
 * Undeclared names are ignored. If strict, undeclared and repeated names are errors, and empty values are ignored,
 * or errors with `non-empty`.
 * @throws HttpError 400 with all problems.
 */
export function decodePairs<Schemas extends TProperties>(
  schemas: Schemas,
  pairs: readonly (readonly [name: string, value: string])[],
  strictness: Strictness = false,
): Static<TObject<Schemas>> {
  const counted = strictness === true ? pairs.filter(([, value]) => value !== '') : pairs;
  const given = Map.groupBy(counted, ([name]) => name);
  const problems = strictness ? findUnexpected(schemas, given, strictness) : [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const texts = given.get(name)?.map(([, value]) => value);
    const value = texts ? coerce(schema, texts) : keywordOf(schema, 'default');
    if (value === undefined) continue;
    const problem = texts && findProblem(schema, value, 'query', name);
    if (!problem) values[name] = value;
    else if (keywordOf(schema, 'clamp') === true) values[name] = clamp(schema, value);
    else problems.push(problem);
  }
  if (problems.length > 0) throw invalidInput(problems);
  // Sound: each value matches the schema of its name.
  return values as Static<TObject<Schemas>>;
}

/** The body as the endpoint declares it; a promise only if something has to be read first. */
export function decodeBody(
  endpoint: Endpoint,
  exchange: Exchange,
  { maxBodySize, bodyBudget }: BodyLimits,
): unknown {
  const { body } = endpoint;
  if (!body) return undefined;
  if (isOfBytes(body) && body.kind === 'stream') return createBodyStream(exchange);
  if (!hasBody(exchange.request)) return isOfBytes(body) ? EMPTY_BODY : checkBody(body, EMPTY_BODY);
  const bytes = readBody(exchange, maxBodySize, exchange.reserve(bodyBudget));
  return isOfBytes(body) ? bytes : bytes.then((content) => checkBody(body, content));
}

export interface BodyLimits {
  /** Maximum size of one body, in bytes. */
  readonly maxBodySize: number;
  /** Bounds the bytes of all bodies in memory. */
  readonly bodyBudget: BodyBudget;
}

/** Names that a strict list of parameters does not declare, repeated names that are not lists, and empty values. */
function findUnexpected(
  schemas: TProperties,
  given: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>,
  strictness: Strictness,
): Problem[] {
  const problems: Problem[] = [];
  for (const [name, values] of given) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const add = (keyword: string, message: string) => problems.push({ in: 'query', name, keyword, message });
    if (!schema) add('additionalProperties', `is not known${didYouMean(name, Object.keys(schemas))}`);
    else if (values.length > 1 && !isList(schema)) add('maxItems', 'must not be given more than once');
    else if (strictness === 'non-empty' && values.some(([, value]) => value === ''))
      add('minLength', 'must not be empty');
  }
  return problems;
}

/** The first problem of a parameter. */
function findProblem(
  schema: TSchema,
  value: unknown,
  place: Problem['in'],
  name: string,
): Problem | undefined {
  // TypeBox reports a limited number of errors, those of items first, so the list itself is checked before them.
  const { items, ...list }: { items?: unknown } = schema;
  const [first] = [...(items ? findViolations(list, value) : []), ...findViolations(schema, value)];
  return first && { in: place, name, keyword: first.keyword, message: toSentence(first) };
}

/** The violation in words for text, which has no JSON types. */
function toSentence({ keyword, schema, message }: Violation): string {
  switch (keyword) {
    case 'type':
      return schema.type === 'integer' ? 'must be a whole number' : 'must be a number';
    case 'minimum':
      return `must be at least ${schema.minimum}`;
    case 'maximum':
      return `must be at most ${schema.maximum}`;
    case 'maxLength':
      return `must be at most ${schema.maxLength} characters long`;
    case 'maxItems':
      return `must not be given more than ${schema.maxItems} times`;
    case 'enum':
      return `must be one of ${Object.values(Object(schema.enum)).join(', ')}`;
    default:
      return message;
  }
}
