import { hash } from 'node:crypto';
import type { Exchange } from '#http/message/exchange.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { formatHttpDate, fromHttpDate } from '#http/syntax/http-date.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Caller } from '../request/caller.ts';
import type { RequestStates } from '../request/request-state.ts';
import { callbackOf, formatScript, SCRIPT_TYPE } from './json-p.ts';

export interface ResponseDependencies {
  readonly lifecycle: Lifecycle;
  readonly requestStates: RequestStates;
}

/** The part of a call that its response depends on. */
export interface RespondingCall {
  readonly exchange: Exchange;
  readonly service: ResponseDependencies;
  readonly caller: Caller | undefined;
}

export interface ResponseOptions {
  /** Pagination links. */
  readonly links?: string;
  /** Timestamp of the last change of the record, in the format of the API. */
  readonly lastModified?: string;
  readonly fields?: Fields;
}

/** Sends JSON with the headers for caches, or 304 for a GET whose condition holds. */
export function respond(
  call: RespondingCall,
  status: number,
  value: unknown,
  options: ResponseOptions = {},
): void {
  const { exchange, service, caller } = call;
  const callback = callbackOf(exchange);
  const content =
    callback === undefined
      ? JSON.stringify(value)
      : formatScript(callback, status, options.links ?? '', value);
  const tag = computeEntityTag(content);
  const lastModified = options.lastModified && formatHttpDate(Date.parse(options.lastModified));

  const fields: Field[] = [callback === undefined ? JSON_TYPE : SCRIPT_TYPE];
  fields.push(...(caller ? PRIVATE : PUBLIC), ['ETag', tag]);
  if (lastModified !== undefined) fields.push(['Last-Modified', lastModified]);
  fields.push(...scopeFields(service.requestStates, exchange));
  if (options.fields) fields.push(...options.fields);
  fields.push(...linkFields(service, exchange, options.links));

  if (status === 200 && isNotModified(exchange, tag, lastModified)) exchange.empty(304, fields.slice(1));
  else exchange.send(status, fields, content);
}

/** Sends JSON that caches must revalidate, without a script form and conditions. */
export function respondUncached({ exchange, service }: RespondingCall, status: number, value: unknown): void {
  exchange.json(status, value, [
    ['Cache-Control', 'no-cache'],
    ...scopeFields(service.requestStates, exchange),
  ]);
}

/** Sends 204, without headers for caches. */
export function respondNoContent({ exchange, service }: RespondingCall): void {
  exchange.empty(204, [
    ...scopeFields(service.requestStates, exchange),
    ...linkFields(service, exchange, undefined),
  ]);
}

/** The `Link` header. Compat: the announcement of the deprecation is before all other links, as recorded. */
export function linkFields(
  service: Pick<ResponseDependencies, 'lifecycle'>,
  exchange: Exchange,
  links: string | undefined,
): Fields {
  const announcement = service.lifecycle.announcement(exchange)?.link;
  if (announcement === undefined) return links ? [['Link', links]] : [];
  return [['Link', links ? `${announcement}, ${links}` : announcement]];
}

/** For a call with a token: its scopes, the scopes that the endpoint accepts, and the application of the token. */
export function scopeFields(requestStates: RequestStates, exchange: Exchange): Fields {
  const { token, acceptedScope = '' } = requestStates.of(exchange);
  if (!token) return NONE;
  const fields: Field[] = [
    ['X-OAuth-Scopes', token.scopes.toSorted().join(', ')],
    ['X-Accepted-OAuth-Scopes', acceptedScope],
  ];
  if (token.application) fields.push(['X-OAuth-Client-Id', token.application.clientId]);
  return fields;
}

/** The entity tag (RFC 9110 section 8.8.3) of a content, in its quotes. */
function computeEntityTag(content: string): string {
  return `"${hash('sha256', content).slice(0, 32)}"`;
}

const NONE: Fields = [];

export const JSON_TYPE: Field = ['Content-Type', 'application/json; charset=utf-8'];

const PRIVATE: Fields = [
  ['Cache-Control', 'private, max-age=60, s-maxage=60'],
  ['Vary', 'Accept, Authorization, Cookie, X-GitHub-OTP'],
];

const PUBLIC: Fields = [
  ['Cache-Control', 'public, max-age=60, s-maxage=60'],
  ['Vary', 'Accept'],
];

/** RFC 9110 section 13.2.2: `If-None-Match` takes precedence over `If-Modified-Since`. */
function isNotModified(exchange: Exchange, tag: string, modified: string | undefined): boolean {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return false;
  const tags = exchange.field('If-None-Match');
  // The tags are hexadecimal digits in quotes, so a substring of the list is an entry of it, weak or strong.
  if (tags !== undefined) return tags.trim() === '*' || tags.includes(tag);
  const input = modified === undefined ? undefined : exchange.field('If-Modified-Since');
  if (input === undefined || modified === undefined) return false;
  const since = fromHttpDate(input);
  return since !== undefined && since >= Date.parse(modified);
}
