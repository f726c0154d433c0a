import type { Exchange } from '../../http/exchange.ts';
import type { Caller, Client } from '../context.ts';
import type { FaultMatch } from './fault-rule.ts';

/** Whether a call is one that a rule is for, as far as its request tells. */
export type CallTest = (exchange: Exchange) => boolean;

/** Whether it is, going by whoever proved to be calling. */
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

/** Undefined where the rule names nobody. */
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

/** The path of a match with the prefix of the API, which can be left out. */
export function toFaultPath(given: string): string {
  const path = `/${given.replace(/^\/+/, '')}`;
  if (path === GRAPHQL || path === PREFIX || path.startsWith(`${PREFIX}/`)) return path;
  return `${PREFIX}${path === '/' ? '' : path}`;
}

/** A path, a template, or the beginning of both and a star. */
function toPathTest(given: string): CallTest {
  const whole = toFaultPath(given);
  if (!whole.endsWith('*')) return (exchange) => exchange.path === whole || exchange.template === whole;
  const beginning = whole.slice(0, -1);
  return (exchange) => exchange.path.startsWith(beginning) || exchange.template.startsWith(beginning);
}

const PREFIX = '/api/v3';
const GRAPHQL = '/api/graphql';
