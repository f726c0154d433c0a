import { binOf } from '../http/bin.ts';
import type { Exchange } from '../http/exchange.ts';
import { isSameName } from '../http/fields.ts';
import { type FaultMatch, serviceOf } from './rule.ts';

/** Whether a rule matches a call by its request. */
export type CallTest = (exchange: Exchange) => boolean;

/** What is known of an authenticated caller. */
export interface CallerNames {
  /** Undefined for an application that calls for itself. */
  readonly login: string | undefined;
  readonly clientId: string | undefined;
}

/** Whether a rule matches a call by its authenticated caller. */
export type CallerTest = (caller: CallerNames) => boolean;

export function toCallTest(match: FaultMatch): CallTest {
  const { method, path, header, bin, user_agent: userAgent } = match;
  const tests: CallTest[] = [];
  if (method !== undefined) {
    const wanted = method.toUpperCase();
    tests.push((exchange) => exchange.method === wanted);
  }
  if (path !== undefined)
    tests.push(toPathTest(serviceOf({ match }) === 'authorizations' ? toFaultPath(path) : toPath(path)));
  if (header !== undefined) tests.push(toHeaderTest(header));
  if (bin !== undefined) tests.push((exchange) => binOfRequest(exchange) === bin);
  if (userAgent !== undefined) {
    const part = userAgent.toLowerCase();
    tests.push((exchange) => (exchange.field('User-Agent') ?? '').toLowerCase().includes(part));
  }
  return (exchange) => tests.every((test) => test(exchange));
}

/** Undefined for a rule without a caller. */
export function toCallerTest({ login, client_id: clientId }: FaultMatch): CallerTest | undefined {
  if (login === undefined && clientId === undefined) return undefined;
  const wantedLogin = login?.toLowerCase();
  return (caller) =>
    (wantedLogin === undefined || caller.login?.toLowerCase() === wantedLogin) &&
    (clientId === undefined || caller.clientId === clientId);
}

function toPath(given: string): string {
  return `/${given.replace(/^\/+/, '')}`;
}

/** Whether a path names the API. */
export function isApiPath(given: string): boolean {
  const path = toPath(given);
  return path === GRAPHQL || path === PREFIX || path.startsWith(`${PREFIX}/`);
}

/** The path of a rule with the prefix of the API, which the rule may omit. */
export function toFaultPath(given: string): string {
  const path = toPath(given);
  return isApiPath(path) ? path : `${PREFIX}${path === '/' ? '' : path}`;
}

/** Matches a path, a template, or the start of either followed by `*`. */
function toPathTest(path: string): CallTest {
  const isWanted = toTextTest(path);
  return (exchange) => isWanted(exchange.path) || isWanted(exchange.route.template);
}

/** Matches a text, or with `*` at its end, texts that begin with it. */
function toTextTest(wanted: string): (text: string) => boolean {
  if (!wanted.endsWith('*')) return (text) => text === wanted;
  const start = wanted.slice(0, -1);
  return (text) => text.startsWith(start);
}

/** Name and value of a header match; without a colon, any value. */
export function splitHeader(header: string): { readonly name: string; readonly value: string } {
  const colon = header.indexOf(':');
  if (colon < 0) return { name: header.trim(), value: '*' };
  return { name: header.slice(0, colon).trim(), value: header.slice(colon + 1).trim() };
}

function toHeaderTest(header: string): CallTest {
  const { name, value } = splitHeader(header);
  const isWanted = toTextTest(value);
  return ({ fields }) => fields.some(([given, text]) => isSameName(given, name) && isWanted(text));
}

function binOfRequest(exchange: Exchange): string | null {
  return exchange.field('Sparring-Bin') ?? binOf(exchange.target, exchange.authority);
}

const PREFIX = '/api/v3';
const GRAPHQL = '/api/graphql';
