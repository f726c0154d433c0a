import { invalidInput } from '../errors/errors.ts';
import { hasBody, readBody } from '../message/body/body.ts';
import type { BodyBudget } from '../message/body/body-budget.ts';
import { createBodyStream } from '../message/body/body-stream.ts';
import type { Exchange } from '../message/exchange.ts';
import { jsonBodyDecoder, pointingBodyDecoder } from '../message/json-body.ts';
import { parsePairs } from '../syntax/query.ts';
import { type Endpoint, isOfBytes, type Strictness } from './endpoint.ts';
import { compileParameters, decodePairs, findProblem } from './parameters.ts';

/** Path parameters as text, percent-decoded. */
export type RawParams = Readonly<Record<string, string | undefined>>;

type Values = Readonly<Record<string, unknown>>;

const EMPTY_BODY = Buffer.alloc(0);

/**
 * A decoder of path parameters, which returns them as the types of their schemas; undefined if all of them stay text.
 * The decoder throws HttpError 400.
 */
export function paramsDecoder({ params = {} }: Endpoint): ((raw: RawParams) => Values) | undefined {
  const { list } = compileParameters(params);
  if (list.every(({ coerce, matches }) => coerce === undefined && matches === undefined)) return undefined;
  return (raw) => {
    const values: Record<string, unknown> = {};
    for (const parameter of list) {
      const { name, coerce } = parameter;
      const text = raw[name] ?? '';
      const value = coerce ? coerce(text) : text;
      const problem = findProblem(parameter, value, 'path');
      if (problem) throw invalidInput([problem]);
      values[name] = value;
    }
    return values;
  };
}

/**
 * A decoder of the query, which returns the declared parameters as the types of their schemas; undefined if it returned
 * nothing and checked nothing. The decoder throws HttpError 400.
 * @param strictness that of the service, for endpoints without their own
 */
export function queryDecoder(
  { query, strictQuery, anyCaseQuery }: Endpoint,
  strictness: Strictness | undefined = false,
): ((exchange: Exchange) => Values) | undefined {
  const isStrict = strictQuery ?? strictness;
  if (!query && !isStrict) return undefined;
  const parameters = compileParameters(query ?? {});
  return (exchange) => {
    const pairs = parsePairs(exchange.query ?? '');
    if (anyCaseQuery) for (const pair of pairs) pair[0] = pair[0].toLowerCase();
    return decodePairs(parameters, pairs, isStrict);
  };
}

/**
 * A decoder of the body, as the endpoint declares it; undefined without a body. It returns a promise only if something
 * has to be read first.
 */
export function bodyDecoder(
  { body, hasPointers }: Endpoint,
  { maxBodySize, bodyBudget }: BodyLimits,
): ((exchange: Exchange) => unknown) | undefined {
  if (!body) return undefined;
  const bytes = isOfBytes(body) ? body : undefined;
  if (bytes?.kind === 'stream') return createBodyStream;
  const createDecoder = hasPointers ? pointingBodyDecoder : jsonBodyDecoder;
  const parse = isOfBytes(body) ? undefined : createDecoder(body);
  const limit = Math.min(maxBodySize, bytes?.maxSize ?? maxBodySize);
  return (exchange) => {
    if (!hasBody(exchange.head)) return parse ? parse(EMPTY_BODY) : EMPTY_BODY;
    const content = readBody(exchange, limit, exchange.reserve(bodyBudget));
    return parse ? content.then(parse) : content;
  };
}

export interface BodyLimits {
  /** Maximum size of one body, in bytes. */
  readonly maxBodySize: number;
  /** Bounds the bytes of all bodies in memory. */
  readonly bodyBudget: BodyBudget;
}
