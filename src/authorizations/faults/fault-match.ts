import type { Exchange } from '../../http/exchange.ts';
import type { Caller, Client } from '../caller.ts';
import type { FaultMatch } from './fault-rule.ts';

/** Whether a rule matches a call by its request. */
export type CallTest = (exchange: Exchange) => boolean;

/** Whether a rule matches a call by its authenticated caller. */
export type CallerTest = (caller: Caller | Client) => boolean;

export function toCallTest({ method, path, user_agent: userAgent }: FaultMatch): CallTest {
  const wantedMethod = method?.toUpperCase();
  const isPath = path === undefined ? undefined : toPathTest(path);
  const part = userAgent?.toLowerCase();
  return (exchange) =>
    (wantedMethod === undefined || exchange.method === wantedMethod) &&
    (isPath === undefined || isPath(exchange)) &&
    (part === undefined || (exchange.field('User-Agent') ?? '').toLowerCase().includes(part));
}

/** Undefined for a rule without a caller. */
export function toCallerTest({ login, client_id: clientId }: FaultMatch): CallerTest | undefined {
  if (login === undefined && clientId === undefined) return undefined;
  const wantedLogin = login?.toLowerCase();
  return (caller) =>
    (wantedLogin === undefined || ('user' in caller && caller.user.login.toLowerCase() === wantedLogin)) &&
    (clientId === undefined || clientIdOf(caller) === clientId);
}

function clientIdOf(caller: Caller | Client): string | undefined {
  return 'user' in caller ? caller.token?.application?.clientId : caller.application.clientId;
}

/** The path of a rule with the prefix of the API, which the rule may omit. */
export function toFaultPath(given: string): string {
  const path = `/${given.replace(/^\/+/, '')}`;
  if (path === GRAPHQL || path === PREFIX || path.startsWith(`${PREFIX}/`)) return path;
  return `${PREFIX}${path === '/' ? '' : path}`;
}

/** Matches a path, a template, or the start of either followed by `*`. */
function toPathTest(given: string): CallTest {
  const path = toFaultPath(given);
  if (!path.endsWith('*')) return (exchange) => exchange.path === path || exchange.template === path;
  const start = path.slice(0, -1);
  return (exchange) => exchange.path.startsWith(start) || exchange.template.startsWith(start);
}

const PREFIX = '/api/v3';
const GRAPHQL = '/api/graphql';
