import { type TProperties, Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import { type AnyBody, anyBody, formContent } from '#http/routing/endpoint.ts';
import { basicCredentials } from '#http/syntax/credentials.ts';
import { parsePairs } from '#http/syntax/query.ts';

/** Declares the body of an endpoint of a flow. */
export function parametersBody(parameters: TProperties): AnyBody {
  return anyBody('The parameters.', {
    ...formContent(parameters),
    'application/json': Type.Object(parameters),
  });
}

/** The parameters of a request to an endpoint of a flow. */
export type OAuthParameters = ReadonlyMap<string, string>;

/**
 * The parameters of the body, as a form or as a JSON object, and those of the query; the first of repeated names
 * counts, and the body before the query. Client id and secret may come as Basic credentials (RFC 6749 §2.3.1).
 * Malformed input is ignored, so that the response is an error of the flow.
 */
export function readOAuthParameters(exchange: Exchange, body: Buffer): OAuthParameters {
  const parameters = new Map<string, string>();
  const pairs = [...bodyPairs(exchange, body), ...parsePairs(exchange.query ?? ''), ...clientPairs(exchange)];
  for (const [name, value] of pairs) if (!parameters.has(name)) parameters.set(name, value);
  return parameters;
}

function bodyPairs(exchange: Exchange, body: Buffer): [string, string][] {
  if (!/\bjson\b/i.test(exchange.field('Content-Type') ?? '')) return parsePairs(body.toString('latin1'));
  const value = parseJson(body.toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clientPairs(exchange: Exchange): [string, string][] {
  const credentials = basicCredentials(exchange.field('Authorization'));
  if (!credentials) return [];
  return [
    ['client_id', credentials.user],
    ['client_secret', credentials.password],
  ];
}
