import type { ServerSettings } from '#config/settings/settings.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Log } from '#http/routing/service.ts';
import { type BasicCredentials, basicCredentials, parseAuthorization } from '#http/syntax/credentials.ts';
import { parsePairs } from '#http/syntax/query.ts';
import type { Runtime } from '#runtime.ts';
import type { Store, TwoFactor, User } from '../../store/index.ts';
import { badCredentials, oneTimePasswordRequired } from '../errors/errors.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { Caller, Client } from '../request/caller.ts';
import type { ClientAddress } from '../request/client-address.ts';
import type { RequestStates } from '../request/request-state.ts';
import { findBearer, findBearerInBasic } from '../tokens/bearer.ts';
import { isTokenText } from '../tokens/tokens.ts';
import { findClient } from './clients.ts';
import type { Lockout } from './lockout.ts';
import type { OneTimePasswords } from './one-time-password.ts';
import type { PasswordStep } from './password-step.ts';
import { createSecondStep } from './second-step.ts';
import type { SignInOutcomes } from './sign-in-outcomes.ts';

export interface SignInDependencies {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly store: Pick<Store, 'applications' | 'authorizations'>;
  readonly requestStates: RequestStates;
  readonly clientAddress: ClientAddress;
  readonly lockout: Lockout;
  readonly passwordStep: PasswordStep;
  readonly oneTimePasswords: OneTimePasswords;
  readonly outbox: Outbox;
  readonly signInOutcomes: SignInOutcomes;
  readonly lifecycle: Pick<Lifecycle, 'checkPassword'>;
  readonly settings: Pick<ServerSettings, 'apiPasswords'>;
}

/**
 * Finds the user by the credentials of a request: a password, or a token in any of its places. Finds the application of
 * a client ID with its secret: applications send them to endpoints without credentials, for the rate limit of an
 * application. Undefined without credentials.
 * @throws ApiError 401 for wrong credentials, 403 for a locked login, 429 when too many passwords are being checked.
 */
export type SignIn = (exchange: Exchange) => Promise<Caller | Client | undefined>;

export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { requestStates, passwordStep, oneTimePasswords, outbox, signInOutcomes, lifecycle } = dependencies;
  const { apiPasswords } = dependencies.settings;
  const checkCode = createSecondStep(dependencies, [['code', oneTimePasswords.check]]);

  async function identifyToken(token: string): Promise<Caller> {
    const bearer = await signInOutcomes.count('token', findBearer(dependencies, token));
    if (!bearer) throw badCredentials();
    return bearer;
  }

  async function identifyBasic(
    { user: login, password }: BasicCredentials,
    exchange: Exchange,
  ): Promise<Caller | Client> {
    const findOther = async () =>
      (await findBearerInBasic(dependencies, login, password)) ??
      (await findClient(dependencies, login, password));
    // Without passwords, none is verified: a client can neither test one nor lock the login of the pages.
    const found = apiPasswords
      ? await passwordStep(login, password, exchange, findOther)
      : await signInOutcomes.count('token', findOther());
    if (found && !('passwordHash' in found)) return found;
    // Before anything that only a correct password gets: while passwords are not accepted, a client cannot test them.
    if (found || !(isTokenText(login) || isTokenText(password))) lifecycle.checkPassword();
    if (!found) throw badCredentials();
    if (found.twoFactor) await requireCode(found, found.twoFactor, exchange);
    return { user: found, token: undefined };
  }

  /** Compat: a missing code and a wrong one get the same error, but only a wrong one counts as a failure. */
  async function requireCode(user: User, { method }: TwoFactor, exchange: Exchange): Promise<void> {
    // The password is verified, so the audit may name the user whatever the code is.
    requestStates.record(exchange, { login: user.login });
    const code = parseCode(exchange.field('X-GitHub-OTP'));
    if (code !== undefined && (await checkCode(user, code, exchange))) return;
    if (isWrite(exchange)) await outbox.sendCode(user);
    throw oneTimePasswordRequired(method);
  }

  return async (exchange) => {
    const field = exchange.field('Authorization');
    if (field === undefined) {
      const { token, id, secret } = credentialsInQuery(exchange);
      if (token !== undefined) return await identifyToken(token);
      return id === undefined || secret === undefined
        ? undefined
        : await findClient(dependencies, id, secret);
    }
    const basic = basicCredentials(field);
    return basic ? await identifyBasic(basic, exchange) : await identifyToken(tokenInField(field));
  };
}

/** The token of an `Authorization` header with the scheme `token` or `Bearer`; empty for other schemes. */
function tokenInField(field: string): string {
  const { scheme, credentials } = parseAuthorization(field) ?? { scheme: '', credentials: '' };
  return scheme === 'token' || scheme === 'bearer' ? credentials : '';
}

/** Compat: the API accepted a token, and client ID and secret, in the query, where logs keep them, until 2021. */
function credentialsInQuery({ query }: Exchange) {
  const pairs = query === undefined ? [] : parsePairs(query);
  const first = (wanted: string) => pairs.find(([name]) => name === wanted)?.[1];
  return { token: first('access_token'), id: first('client_id'), secret: first('client_secret') };
}

/** Compat: ghauth 4 sends the word `null` when the user has entered no code. */
function parseCode(value: string | undefined): string | undefined {
  const code = value?.trim();
  return code === '' || code === 'null' ? undefined : code;
}

/** Compat: a GET or DELETE sends no text message. Clients provoke a message with a write that changes nothing. */
function isWrite({ method, path }: Exchange): boolean {
  return WRITES.has(method) && FAMILY.test(path);
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const FAMILY = /^\/api\/v3\/authorizations(?:\/|$)/;
