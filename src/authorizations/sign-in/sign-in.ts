import type { BasicCredentials } from '../../http/credentials.ts';
import type { Exchange } from '../../http/exchange.ts';
import { badCredentials, oneTimePasswordRequired } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { TwoFactor, User } from '../store.ts';
import { type Bearer, findBearerInBasic } from './bearer.ts';
import { createSecondStep } from './second-step.ts';

type SignInParts = Pick<
  AuthorizationParts,
  | 'runtime'
  | 'store'
  | 'log'
  | 'facts'
  | 'lockout'
  | 'clientAddress'
  | 'passwordStep'
  | 'oneTimePasswords'
  | 'outbox'
>;

/** Basic credentials to their user, or to the bearer of a token that stands in one of the halves. */
export type SignIn = (credentials: BasicCredentials, exchange: Exchange) => Promise<User | Bearer>;

export function createSignIn(parts: SignInParts): SignIn {
  const { facts, passwordStep, oneTimePasswords, outbox } = parts;
  const check = createSecondStep(parts, [['code', oneTimePasswords.check]]);

  /** Compat: a missing code and a wrong one are answered alike, but only a wrong one is a failure. */
  async function takeSecondStep(user: User, { method }: TwoFactor, exchange: Exchange): Promise<User> {
    // The password was right: whose call it is may be noted, whatever becomes of it.
    facts.note(exchange, { login: user.login });
    const code = toCode(exchange.field('X-GitHub-OTP'));
    if (code !== undefined && (await check(user, code, exchange))) return user;
    if (isWrite(exchange)) await outbox.sendCode(user);
    throw oneTimePasswordRequired(method);
  }

  return async ({ user: login, password }, exchange) => {
    const findBearer = () => findBearerInBasic(parts, login, password);
    const found = await passwordStep(login, password, exchange, findBearer);
    if (!found) throw badCredentials();
    if ('token' in found || !found.twoFactor) return found;
    return await takeSecondStep(found, found.twoFactor, exchange);
  };
}

/** Compat: ghauth 4 sends the word `null` for a code that nobody gave. */
function toCode(value: string | undefined): string | undefined {
  const code = value?.trim();
  return code === '' || code === 'null' ? undefined : code;
}

/** Compat: no text message is sent for a GET or a DELETE, and clients know; they provoke one by an idle write. */
function isWrite({ method, path }: Exchange): boolean {
  return WRITES.has(method) && FAMILY.test(path);
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const FAMILY = /^\/api\/v3\/authorizations(?:\/|$)/;
