import type { ServerSettings } from '#config/settings/settings.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Store } from '../../store/index.ts';
import {
  accountSuspended,
  mustAuthenticate,
  noRoute,
  passwordOnly,
  requiresAuthentication,
  userAgentMissing,
} from '../errors/errors.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { DeprecationNotices } from '../messages/deprecation-notices.ts';
import type { Caller, Client } from '../request/caller.ts';
import { requireJsonAccepted } from '../request/media-type.ts';
import type { RateLimits } from '../request/rate-limits.ts';
import type { RequestStates } from '../request/request-state.ts';
import { identifyClient } from '../sign-in/clients.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { TokenUses } from '../tokens/token-uses.ts';

/** The effects of rules on calls, which the server hands in. */
export interface CallerRules {
  /** Applies the rules that do not depend on the caller. @throws the response of a rule */
  apply(exchange: Exchange): void | Promise<void>;
  /** Applies the rules that depend on the caller. @throws the response of a rule */
  applyTo(exchange: Exchange, caller: Caller | Client): void | Promise<void>;
}

export interface AuthenticationDependencies {
  readonly store: Pick<Store, 'applications'>;
  readonly signIn: SignIn;
  readonly requestStates: RequestStates;
  readonly lifecycle: Lifecycle;
  readonly notices: DeprecationNotices;
  readonly callerRules: CallerRules;
  readonly rateLimits: RateLimits;
  readonly tokenUses: TokenUses;
  readonly settings: Pick<ServerSettings, 'privateMode'>;
}

/** Identifies the caller and checks that the caller may use the endpoint. @throws ApiError for the first step that fails. */
export type Authenticate = (
  exchange: Exchange,
  endpoint: Pick<Endpoint, 'access'>,
) => Promise<Caller | Client | undefined>;

/** A request that passes through the steps. */
interface PendingRequest {
  readonly exchange: Exchange;
  /** The credentials that the endpoint requires. */
  readonly access: string | undefined;
  /** Set by `identifyCaller`; undefined for a request without credentials. */
  caller: Caller | Client | undefined;
}

/** Throws to reject the request. */
type Step = (request: PendingRequest) => void | Promise<void>;

/** The checks before each endpoint, as a list of steps. */
export function createAuthentication(dependencies: AuthenticationDependencies): Authenticate {
  const { store, signIn, requestStates, lifecycle, notices, callerRules, rateLimits, tokenUses } =
    dependencies;
  const { privateMode } = dependencies.settings;

  // The order is part of the interface: a request with several problems gets the error of the first step that fails.
  const steps: readonly Step[] = [
    requireUserAgent,
    requireJsonAccepted,
    checkLifecycle,
    applyRules,
    identifyCaller,
    recordCaller,
    chargeRateLimit,
    requireCredentials,
    rejectSuspendedUser,
    recordUse,
    applyCallerRules,
    requirePassword,
    requireAdministrator,
  ];

  /** Rejects calls of an endpoint that is in a brownout or removed. */
  function checkLifecycle({ exchange }: PendingRequest): void {
    lifecycle.check(exchange);
  }

  function applyRules({ exchange }: PendingRequest): void | Promise<void> {
    return callerRules.apply(exchange);
  }

  async function identifyCaller(request: PendingRequest): Promise<void> {
    const { exchange, access } = request;
    try {
      request.caller = access === 'client' ? await identifyClient(store, exchange) : await signIn(exchange);
    } catch (error) {
      // Compat: a failed sign-in counts against the client address.
      await rateLimits.charge(exchange, undefined);
      throw error;
    }
  }

  function recordCaller({ exchange, access, caller }: PendingRequest): void {
    if (caller === undefined) return;
    if (isClient(caller)) {
      requestStates.record(exchange, { clientId: caller.application.clientId });
      return;
    }
    const { user, token } = caller;
    requestStates.record(exchange, {
      login: user.login,
      token,
      acceptedScope: access === 'administrator' ? 'site_admin' : '',
      clientId: token?.application?.clientId,
    });
  }

  function chargeRateLimit({ exchange, caller }: PendingRequest): void | Promise<void> {
    return rateLimits.charge(exchange, caller);
  }

  function requireCredentials({ access, caller }: PendingRequest): void {
    if (isUser(caller) || (access === 'client' && caller !== undefined)) return;
    if (privateMode) throw mustAuthenticate();
    if (access !== undefined) throw requiresAuthentication();
  }

  /** Records the hour in which a token is used, and notifies the user of deprecated password calls. */
  function recordUse({ exchange, caller }: PendingRequest): void {
    if (!isUser(caller)) return;
    if (caller.token) tokenUses.record(caller.token);
    else notices.notify(exchange, caller.user);
  }

  function applyCallerRules({ exchange, caller }: PendingRequest): void | Promise<void> {
    if (caller) return callerRules.applyTo(exchange, caller);
  }

  return async (exchange, { access }) => {
    const request: PendingRequest = { exchange, access, caller: undefined };
    for (const step of steps) {
      const pending = step(request);
      if (pending) await pending;
    }
    // An application that calls an endpoint for users has a rate limit of its own, and otherwise no identity.
    return access === 'client' || isUser(request.caller) ? request.caller : undefined;
  };
}

export function requireUserAgent({ exchange }: Pick<PendingRequest, 'exchange'>): void {
  if (!exchange.field('User-Agent')) throw userAgentMissing();
}

function rejectSuspendedUser({ caller }: PendingRequest): void {
  if (isUser(caller) && caller.user.suspendedAt !== null) throw accountSuspended();
}

function requirePassword({ access, caller }: PendingRequest): void {
  if (access === 'password' && !isPasswordCaller(caller)) throw passwordOnly();
}

/** Requires a site administrator: by password, or by a token with the scope `site_admin`. */
function requireAdministrator({ access, caller }: PendingRequest): void {
  if (access !== 'administrator' || !isUser(caller)) return;
  const { user, token } = caller;
  if (!user.siteAdmin || (token && !token.scopes.includes('site_admin'))) throw noRoute();
}

function isClient(caller: Caller | Client): caller is Client {
  return 'application' in caller;
}

function isUser(caller: Caller | Client | undefined): caller is Caller {
  return caller !== undefined && !isClient(caller);
}

function isPasswordCaller(caller: Caller | Client | undefined): boolean {
  return isUser(caller) && caller.token === undefined;
}
