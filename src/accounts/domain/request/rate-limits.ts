import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import type { Counters, SharedState } from '#shared/shared-state.ts';
import { rateLimitExceeded } from '../errors/errors.ts';
import type { Caller, Client } from './caller.ts';
import type { ClientAddress } from './client-address.ts';
import type { Quota, RequestStates } from './request-state.ts';

/**
 * Counts calls per hour: by user, by application for calls with client credentials, and by client address for calls
 * without an identity, failed sign-ins included. All processes of the server share the counts.
 */
export interface RateLimits {
  readonly isOn: boolean;
  /** Counts the call and records its quota in the request state. @throws ApiError 403 when no call is left. */
  charge(exchange: Exchange, caller: Caller | Client | undefined): void | Promise<void>;
  /** Reverts the charge of a call that turned out to be free. */
  refund(exchange: Exchange): void;
  /** Resets all counts. */
  reset(): Promise<void>;
}

export interface RateLimitOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'counters'>;
  readonly requestStates: RequestStates;
  readonly clientAddress: ClientAddress;
  /** Calls per hour of one user or of one application; 0 disables rate limits. */
  readonly limit: number;
  /** Maximum number of counters. The counter whose hour began first is removed first. */
  readonly capacity?: number;
}

export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { runtime, shared, requestStates, clientAddress, limit, capacity = 100_000 } = options;
  if (limit === 0) return OFF;
  const counters: Counters = shared.counters('rate limits', capacity);
  const charged = new WeakMap<Exchange, Charge>();

  function selectAccount(exchange: Exchange, caller: Caller | Client | undefined): Account {
    if (caller === undefined) {
      const address = clientAddress.of(exchange);
      return { key: `address:${address}`, subject: address, limit: ANONYMOUS_LIMIT, isSignedIn: false };
    }
    if ('application' in caller) {
      const { id, clientId } = caller.application;
      return { key: `application:${id}`, subject: `client ID ${clientId}`, limit, isSignedIn: true };
    }
    const { id } = caller.user;
    return { key: `user:${id}`, subject: `user ID ${id}`, limit, isSignedIn: true };
  }

  return {
    isOn: true,

    async charge(exchange, caller) {
      const account = selectAccount(exchange, caller);
      // Compat: a call that reads the rate limit is free.
      const by = exchange.route.template === '/api/v3/rate_limit' ? 0 : 1;
      const interval = { now: Math.floor(runtime.now() / 1000), length: HOUR };
      const count = await counters.add(account.key, { by, limit: account.limit, interval });
      const quota = {
        limit: account.limit,
        remaining: Math.max(0, account.limit - count.value),
        reset: count.endsAt,
      };
      requestStates.record(exchange, { quota });
      if (by > 0 && !count.isAdded) throw rateLimitExceeded(account.subject, account.isSignedIn);
      if (by > 0) charged.set(exchange, { key: account.key, quota });
    },

    refund(exchange) {
      const charge = charged.get(exchange);
      if (!charge) return;
      charged.delete(exchange);
      const { key, quota } = charge;
      requestStates.record(exchange, { quota: { ...quota, remaining: quota.remaining + 1 } });
      // A refund that fails leaves the call charged.
      counters.subtract(key, quota.reset).catch(() => {});
    },

    reset: () => counters.clear(),
  };
}

/** The account that a call is charged to. */
interface Account {
  readonly key: string;
  readonly subject: string;
  readonly limit: number;
  readonly isSignedIn: boolean;
}

interface Charge {
  readonly key: string;
  readonly quota: Quota;
}

const OFF: RateLimits = { isOn: false, charge() {}, refund() {}, async reset() {} };

/** Seconds. */
const HOUR = 3600;

/** Calls per hour of one client address without an identity. */
const ANONYMOUS_LIMIT = 60;
