import { BoundedMap } from '../http/bounded-map.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { rateLimitExceeded } from './answers/errors.ts';
import type { Caller, Client } from './caller.ts';
import type { Quota, RequestStates } from './request-state.ts';
import type { ClientAddress } from './sign-in/client-address.ts';

/**
 * Counts calls per hour: by user, by application for calls with client credentials, and by client address for calls
 * without an identity, failed sign-ins included. The counts are in memory and of this process only.
 */
export interface RateLimits {
  readonly isOn: boolean;
  /** Counts the call and records its quota in the request state. @throws ApiError 403 when no call is left. */
  charge(exchange: Exchange, caller: Caller | Client | undefined): void;
  /** Reverts the charge of a call that turned out to be free. */
  refund(exchange: Exchange): void;
  /** Resets all counts. */
  reset(): void;
}

export interface RateLimitOptions {
  readonly runtime: Runtime;
  readonly requestStates: RequestStates;
  readonly clientAddress: ClientAddress;
  /** Calls per hour of one user or of one application; 0 disables rate limits. */
  readonly limit: number;
  /** Maximum number of counters. The counter whose hour began first is removed first. */
  readonly capacity?: number;
}

export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { runtime, requestStates, clientAddress, limit, capacity = 100_000 } = options;
  if (limit === 0) return OFF;
  // In the order in which their hours began.
  const buckets = new BoundedMap<string, Bucket>({ capacity });
  const charged = new WeakMap<Exchange, Bucket>();

  function bucketOf({ key, limit: most }: Account): Bucket {
    const now = Math.floor(runtime.now() / 1000);
    const known = buckets.get(key);
    // After the clock is set back, a counter can end more than an hour from now.
    if (known && now < known.reset && now >= known.reset - HOUR) return known;
    const bucket = { limit: most, remaining: most, reset: now + HOUR };
    buckets.set(key, bucket);
    return bucket;
  }

  function toAccount(exchange: Exchange, caller: Caller | Client | undefined): Account {
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

    charge(exchange, caller) {
      const account = toAccount(exchange, caller);
      const bucket = bucketOf(account);
      requestStates.record(exchange, { quota: bucket });
      // Compat: a call that reads the rate limit is free.
      if (exchange.template === '/api/v3/rate_limit') return;
      if (bucket.remaining === 0) throw rateLimitExceeded(account.subject, account.isSignedIn);
      bucket.remaining--;
      charged.set(exchange, bucket);
    },

    refund(exchange) {
      const bucket = charged.get(exchange);
      if (bucket && charged.delete(exchange)) bucket.remaining++;
    },

    reset: () => buckets.clear(),
  };
}

/** The account that a call is charged to. */
interface Account {
  readonly key: string;
  readonly subject: string;
  readonly limit: number;
  readonly isSignedIn: boolean;
}

interface Bucket extends Quota {
  remaining: number;
}

const OFF: RateLimits = { isOn: false, charge() {}, refund() {}, reset() {} };

/** Seconds. */
const HOUR = 3600;

/** Calls per hour of one client address without an identity. */
const ANONYMOUS_LIMIT = 60;
