import { basicCredentials, parseAuthorization } from '../http/credentials.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Exchange } from '../http/exchange.ts';
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
  admit(exchange: Exchange, endpoint: Pick<Endpoint, 'access'>): Promise<Caller | Client | undefined>;
}

export function createAdmission(parts: AuthorizationParts, signIn: SignIn): Admission {
  const { store, addresses, lifecycle, notices, faults, rateLimits, facts, tokenUses } = parts;
  const { privateMode } = parts.switches;
  const refuseNobody = privateMode ? mustAuthenticate : requiresAuthentication;

  function enter(exchange: Exchange): void {
    if (!exchange.field('User-Agent')) throw userAgentMissing();
    addresses.of(exchange);
  }

  async function identify(exchange: Exchange): Promise<Caller | undefined> {
    const field = exchange.field('Authorization');
    if (field === undefined) {
      const token = tokenInQuery(exchange);
      return token === undefined ? undefined : await identifyToken(token);
    }
    const basic = basicCredentials(field);
    if (!basic) return await identifyBearer(field);
    const found = await signIn(basic, exchange);
    return 'token' in found ? found : { user: found, token: undefined };
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

  /** Compat: a failed sign-in is charged to the client address. */
  async function identifyCounted(exchange: Exchange): Promise<Caller | undefined> {
    try {
      return await identify(exchange);
    } catch (error) {
      rateLimits.charge(exchange, undefined);
      throw error;
    }
  }

  /** Checks that apply to every authenticated caller. */
  async function receive(exchange: Exchange, caller: Caller, access: string | undefined): Promise<void> {
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
    await faults.meetCaller(exchange, caller);
  }

  async function admitUser(exchange: Exchange, access: string | undefined): Promise<Caller | undefined> {
    const caller = await identifyCounted(exchange);
    if (caller) await receive(exchange, caller, access);
    else rateLimits.charge(exchange, undefined);
    if (!caller && (privateMode || access !== undefined)) throw refuseNobody();
    if (access === 'password' && caller?.token) throw passwordOnly();
    if (access === 'administrator' && caller && !isAdministrator(caller)) throw noRoute();
    return caller;
  }

  async function admitClient(exchange: Exchange): Promise<Client> {
    const client = await identifyClient(store.applications, exchange).catch((error: unknown) => {
      rateLimits.charge(exchange, undefined);
      throw error;
    });
    if (client) facts.note(exchange, { clientId: client.application.clientId });
    rateLimits.charge(exchange, client);
    if (!client) throw refuseNobody();
    await faults.meetCaller(exchange, client);
    return client;
  }

  return {
    enter,
    async admit(exchange, { access }) {
      enter(exchange);
      lifecycle.check(exchange);
      await faults.meet(exchange);
      return await (access === 'client' ? admitClient(exchange) : admitUser(exchange, access));
    },
  };
}

/** By password, or by a token that was given the scope for it. */
function isAdministrator({ user, token }: Caller): boolean {
  return user.siteAdmin && (token === undefined || token.scopes.includes('site_admin'));
}
