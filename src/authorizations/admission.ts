import { basicCredentials, parseAuthorization } from '../http/credentials.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { after, type Later } from '../later.ts';
import { scopeFields } from './answer.ts';
import { findBearer } from './bearer.ts';
import { identifyClient } from './clients.ts';
import type { Caller, Client } from './context.ts';
import {
  accountSuspended,
  badCredentials,
  noRoute,
  passwordOnly,
  requiresAuthentication,
  userAgentMissing,
} from './errors.ts';
import type { AuthorizationParts } from './parts.ts';
import type { SignIn } from './sign-in.ts';

/** What stands before each endpoint: the order of the checks is part of the interface. */
export interface Admission {
  /** What is asked of a request whatever it wants. */
  enter(exchange: Exchange): void;
  /** `enter`, and the caller as the endpoint's `access` demands. */
  admit(exchange: Exchange, endpoint: Pick<Endpoint, 'access'>): Later<Caller | Client | undefined>;
}

export function createAdmission(parts: AuthorizationParts, signIn: SignIn): Admission {
  const { store, addresses, lifecycle, faults, rateLimits, facts } = parts;

  function enter(exchange: Exchange): void {
    if (!exchange.field('User-Agent')) throw userAgentMissing();
    addresses.of(exchange);
  }

  function identify(exchange: Exchange): Later<Caller | undefined> {
    const field = exchange.field('Authorization');
    if (field === undefined) return undefined;
    const basic = basicCredentials(field);
    if (!basic) return identifyBearer(field);
    return after(signIn(basic, exchange), (found) =>
      'token' in found ? found : { user: found, token: undefined },
    );
  }

  async function identifyBearer(field: string): Promise<Caller> {
    const { scheme, credentials: token } = parseAuthorization(field) ?? { scheme: '', credentials: '' };
    const bearer =
      scheme === 'token' || scheme === 'bearer' ? await findBearer(store.authorizations, token) : undefined;
    if (!bearer) throw badCredentials();
    return bearer;
  }

  /** What holds for every caller, however he came to be known. */
  function receive(exchange: Exchange, caller: Caller): Later<Caller> {
    facts.note(exchange, {
      login: caller.user.login,
      ...(caller.token?.application && { clientId: caller.token.application.clientId }),
    });
    if (caller.user.suspendedAt !== null) throw accountSuspended();
    if (!caller.token) lifecycle.checkPassword(exchange);
    if (faults.areNone) return caller;
    return after(faults.meetCaller(exchange, caller), () => caller);
  }

  function admitUser(exchange: Exchange, access: string | undefined): Later<Caller | undefined> {
    const received = after(identify(exchange), (caller) => caller && receive(exchange, caller));
    return after(received, (caller) => {
      rateLimits.charge(exchange, caller);
      if (access !== undefined && !caller) throw requiresAuthentication();
      if (access === 'password' && caller?.token) throw passwordOnly(scopeFields(caller.token));
      if (access === 'administrator' && caller && !isAdministrator(caller)) throw noRoute();
      return caller;
    });
  }

  async function admitClient(exchange: Exchange): Promise<Client> {
    const client = await identifyClient(store.applications, exchange);
    facts.note(exchange, { clientId: client.application.clientId });
    return client;
  }

  return {
    enter,
    admit(exchange, { access }) {
      enter(exchange);
      lifecycle.check(exchange);
      const admitted = (): Later<Caller | Client | undefined> =>
        access === 'client' ? admitClient(exchange) : admitUser(exchange, access);
      return faults.areNone ? admitted() : after(faults.meet(exchange), admitted);
    },
  };
}

/** By password, or by a token that was given the scope for it. */
function isAdministrator({ user, token }: Caller): boolean {
  return user.siteAdmin && (token === undefined || token.scopes.includes('site_admin'));
}
