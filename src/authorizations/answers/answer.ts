import type { Exchange } from '../../http/exchange.ts';
import type { Field, Fields } from '../../http/fields.ts';
import { fromHttpDate } from '../../http/http-date.ts';
import type { AllCallFacts } from '../audit/call-facts.ts';
import type { AuthorizationContext, Caller } from '../context.ts';
import { callbackOf, SCRIPT_TYPE, toScript } from './json-p.ts';
import { toRepresentation } from './representation.ts';

/** The part of a call that its answer depends on. */
export interface AnsweredCall {
  readonly exchange: Exchange;
  readonly service: Pick<AuthorizationContext, 'lifecycle' | 'facts'>;
  readonly caller: Caller | undefined;
}

export interface AnswerOptions {
  /** Pagination links. */
  readonly links?: string;
  /** When the record changed, in the format of the API. */
  readonly lastModified?: string;
  readonly fields?: Fields;
}

/** Answers with JSON and what caches need; with 304 to a GET whose copy is still good. */
export function answer(
  call: AnsweredCall,
  status: number,
  value: unknown,
  options: AnswerOptions = {},
): void {
  const { exchange, service, caller } = call;
  const representation = toRepresentation(value, options.lastModified);
  const callback = callbackOf(exchange);
  const { content, tag, lastModified } =
    callback === undefined ? representation : toScript(callback, status, options.links ?? '', representation);

  const fields: Field[] = [callback === undefined ? JSON_TYPE : SCRIPT_TYPE];
  fields.push(...(caller ? OF_ONE_CALLER : OF_EVERYBODY), ['ETag', tag]);
  if (lastModified !== undefined) fields.push(['Last-Modified', lastModified]);
  fields.push(...scopeFields(service.facts, exchange));
  if (options.fields) fields.push(...options.fields);
  fields.push(...linkFields(service, exchange, options.links));

  if (status === 200 && isCopyGood(exchange, tag, lastModified)) exchange.empty(304, fields.slice(1));
  else exchange.send(status, fields, content);
}

/** 204, which carries nothing for caches. */
export function answerNothing({ exchange, service }: AnsweredCall): void {
  exchange.empty(204, [...scopeFields(service.facts, exchange), ...linkFields(service, exchange, undefined)]);
}

/** `Link`, with what announces the end of the interface after the pagination. */
export function linkFields(
  service: AnsweredCall['service'],
  exchange: Exchange,
  links: string | undefined,
): Fields {
  const end = service.lifecycle.announcement(exchange)?.link;
  if (end === undefined) return links ? [['Link', links]] : [];
  return [['Link', links ? `${links}, ${end}` : end]];
}

/** Scopes of the token, scopes that the endpoint accepts, and the application of the token, on every call with a token. */
export function scopeFields(facts: AllCallFacts, exchange: Exchange): Fields {
  const { token, acceptedScope = '' } = facts.of(exchange);
  if (!token) return NONE;
  const fields: Field[] = [
    ['X-OAuth-Scopes', token.scopes.toSorted().join(', ')],
    ['X-Accepted-OAuth-Scopes', acceptedScope],
  ];
  if (token.application) fields.push(['X-OAuth-Client-Id', token.application.clientId]);
  return fields;
}

const NONE: Fields = [];

export const JSON_TYPE: Field = ['Content-Type', 'application/json; charset=utf-8'];

const OF_ONE_CALLER: Fields = [
  ['Cache-Control', 'private, max-age=60, s-maxage=60'],
  ['Vary', 'Accept, Authorization, Cookie, X-GitHub-OTP'],
];

const OF_EVERYBODY: Fields = [
  ['Cache-Control', 'public, max-age=60, s-maxage=60'],
  ['Vary', 'Accept'],
];

/** RFC 9110 §13.2.2: where there are entity tags, the date is not asked. */
function isCopyGood(exchange: Exchange, tag: string, modified: string | undefined): boolean {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return false;
  const tags = exchange.field('If-None-Match');
  // Our tags are hexadecimal in quotes, so one that is contained in the list is one of the list, weak or strong.
  if (tags !== undefined) return tags.trim() === '*' || tags.includes(tag);
  const given = modified === undefined ? undefined : exchange.field('If-Modified-Since');
  if (given === undefined || modified === undefined) return false;
  const since = fromHttpDate(given);
  return since !== undefined && since >= Date.parse(modified);
}
