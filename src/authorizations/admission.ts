import { basicCredentials, parseAuthorization } from '../http/credentials.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
import { after, type Later } from '../later.ts';
import {
  accountSuspended,
  badCredentials,
  mustAuthenticate,
  noRoute,
  passwordOnly,
  requiresAuthentication,
  userAgentMissing,
} from './answers/errors.ts';
import type { Caller, Client } from './context.ts';
import type { AuthorizationParts } from './parts.ts';
import { findBearer } from './sign-in/bearer.ts';
import { identifyClient } from './sign-in/clients.ts';
import { tokenInQuery } from './sign-in/query-token.ts';
import type { SignIn } from './sign-in/sign-in.ts';

/** What stands before each endpoint: the order of the checks is part of the interface. */
export interface Admission {
  /** What is asked of a request whatever it wants. */
  enter(exchange: Exchange): void;
  /** `enter`, and the caller as the endpoint's `access` demands. */
  admit(exchange: Exchange, endpoint: Pick<Endpoint, 'access'>): Later<Caller | Client | undefined>;
}

export function createAdmission(parts: AuthorizationParts, signIn: SignIn): Admission {
  const { store, addresses, lifecycle, notices, faults, rateLimits, facts, tokenUses } = parts;
  const { privateMode } = parts.switches;
  const refuseNobody = privateMode ? mustAuthenticate : requiresAuthentication;

  function enter(exchange: Exchange): void {
    if (!exchange.field('User-Agent')) throw userAgentMissing();
    addresses.of(exchange);
  }

  function identify(exchange: Exchange): Later<Caller | undefined> {
    const field = exchange.field('Authorization');
    if (field === undefined) {
      const token = tokenInQuery(exchange);
      return token === undefined ? undefined : identifyToken(token);
    }
    const basic = basicCredentials(field);
    if (!basic) return identifyBearer(field);
    return after(signIn(basic, exchange), (found) =>
      'token' in found ? found : { user: found, token: undefined },
    );
  }

  function identifyBearer(field: string): Promise<Caller> {
    const { scheme, credentials: token } = parseAuthorization(field) ?? { scheme: '', credentials: '' };
    return identifyToken(scheme === 'token' || scheme === 'bearer' ? token : '');
  }

  async function identifyToken(token: string): Promise<Caller> {
    const bearer = await findBearer(parts, token);
    if (!bearer) throw badCredentials();
    return bearer;
  }

  /** Compat: a sign-in that is refused is charged to its address. */
  async function identifyCounted(exchange: Exchange): Promise<Caller | undefined> {
    try {
      return await identify(exchange);
    } catch (error) {
      rateLimits.charge(exchange, undefined);
      throw error;
    }
  }

  /** What holds for every caller, however he came to be known. */
  function receive(exchange: Exchange, caller: Caller, access: string | undefined): Later<Caller> {
    const { user, token } = caller;
    facts.note(exchange, {
      login: user.login,
      token,
      acceptedScope: access === 'administrator' ? 'site_admin' : '',
      clientId: token?.application?.clientId,
    });
    rateLimits.charge(exchange, caller);
    if (user.suspendedAt !== null) throw accountSuspended();
    if (token) tokenUses.note(token);
    else {
      lifecycle.checkPassword(exchange);
      notices.note(exchange, user);
    }
    if (faults.areNone) return caller;
    return after(faults.meetCaller(exchange, caller), () => caller);
  }

  function admitUser(exchange: Exchange, access: string | undefined): Later<Caller | undefined> {
    const identified = rateLimits.isOn ? identifyCounted(exchange) : identify(exchange);
    const received = after(identified, (caller) => {
      if (caller) return receive(exchange, caller, access);
      rateLimits.charge(exchange, undefined);
      return undefined;
    });
    return after(received, (caller) => {
      if (!caller && (privateMode || access !== undefined)) throw refuseNobody();
      if (access === 'password' && caller?.token) throw passwordOnly();
      if (access === 'administrator' && caller && !isAdministrator(caller)) throw noRoute();
      return caller;
    });
  }

  async function admitClient(exchange: Exchange): Promise<Client> {
    const client = await identifyClient(store.applications, exchange).catch((error: unknown) => {
      rateLimits.charge(exchange, undefined);
      throw error;
    });
    if (client) facts.note(exchange, { clientId: client.application.clientId });
    rateLimits.charge(exchange, client);
    if (!client) throw refuseNobody();
    if (!faults.areNone) await faults.meetCaller(exchange, client);
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
