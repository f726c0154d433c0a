import { hash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import type { Field, Fields } from '../http/fields.ts';
import { toHttpDate } from './api-time.ts';
import type { AuthorizationContext, Caller } from './context.ts';
import { deprecationOf } from './deprecation.ts';
import type { Authorization } from './store.ts';

/** The part of a call that its answer depends on. */
export interface AnsweredCall {
  readonly exchange: Exchange;
  readonly service: Pick<AuthorizationContext, 'deprecationFields'>;
  readonly caller: Caller | undefined;
}

export interface AnswerOptions {
  /** A time in the API's own format, where the answer is one record. */
  readonly lastModified?: string;
  /** Pagination links. */
  readonly links?: string;
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
  const content = JSON.stringify(value);
  const tag = `"${hash('sha256', content).slice(0, 32)}"`;
  const modified = options.lastModified === undefined ? undefined : toHttpDate(options.lastModified);

  const fields: Field[] = caller ? [...OF_ONE_CALLER] : [...OF_EVERYBODY];
  fields.push(['ETag', tag]);
  if (modified !== undefined) fields.push(['Last-Modified', modified]);
  if (caller?.token) fields.push(...scopeFields(caller.token));
  if (options.fields) fields.push(...options.fields);
  fields.push(...linkFields(service, exchange, options.links));

  if (status === 200 && isCopyGood(exchange, tag, modified)) exchange.empty(304, fields);
  else exchange.send(status, [JSON_TYPE, ...fields], content);
}

/** 204, which carries nothing for caches. */
export function answerNothing({ exchange, service }: AnsweredCall): void {
  exchange.empty(204, linkFields(service, exchange, undefined));
}

/** `Link`, with what announces the end of the interface after the pagination. */
export function linkFields(
  service: AnsweredCall['service'],
  exchange: Exchange,
  links: string | undefined,
): Fields {
  const deprecation = service.deprecationFields ? deprecationOf(exchange) : undefined;
  if (!deprecation) return links ? [['Link', links]] : [];
  return [['Link', links ? `${links}, ${deprecation.link}` : deprecation.link]];
}

/** What a token may do and what was needed, on every call with one, even when it is nothing. */
export function scopeFields({ scopes }: Authorization): Fields {
  return [
    ['X-OAuth-Scopes', scopes.toSorted().join(', ')],
    ['X-Accepted-OAuth-Scopes', ''],
  ];
}

const JSON_TYPE: Field = ['Content-Type', 'application/json; charset=utf-8'];

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
  const since = modified === undefined ? undefined : exchange.field('If-Modified-Since');
  return since !== undefined && modified !== undefined && Date.parse(since) >= Date.parse(modified);
}
