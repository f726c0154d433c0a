import { BoundedMap } from '../http/bounded-map.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { rateLimitExceeded } from './answers/errors.ts';
import type { AllCallFacts } from './audit/call-facts.ts';
import type { Caller, Client } from './context.ts';
import type { ClientAddress } from './sign-in/client-address.ts';

/** What is left of an hour's calls. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since the epoch. */
  readonly reset: number;
}

/**
 * Counts calls where that is wanted: all of one user's together, all that an application makes in its own name, and by
 * address those of nobody, sign-ins that were refused among them. It counts in memory, for this process alone.
 */
export interface RateLimits {
  readonly isOn: boolean;
  /** Counts the call, whose facts have its quota from now on. @throws Refusal 403 when nothing is left. */
  charge(exchange: Exchange, caller: Caller | Client | undefined): void;
  /** Takes the count back, of a call that turned out to cost nothing. */
  giveBack(exchange: Exchange): void;
  /** Begins to count anew. */
  forget(): void;
}

export interface RateLimitOptions {
  readonly runtime: Runtime;
  readonly facts: AllCallFacts;
  readonly clientAddress: ClientAddress;
  /** Calls an hour of one user, or of one application; 0 switches it off. */
  readonly limit: number;
  /** Maximum number of accounts; beyond it, the account whose hour began first is removed. */
  readonly capacity?: number;
}

export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { runtime, facts, clientAddress, limit, capacity = 100_000 } = options;
  if (limit === 0) return OFF;
  // In the order in which their hours began.
  const buckets = new BoundedMap<string, Bucket>({ capacity });
  const charged = new WeakMap<Exchange, Bucket>();

  function bucketOf({ key, limit: most }: Account): Bucket {
    const now = Math.floor(runtime.now() / 1000);
    const known = buckets.get(key);
    // A clock that was set back makes hours that end too late.
    if (known && now < known.reset && now >= known.reset - HOUR) return known;
    const bucket = { limit: most, remaining: most, reset: now + HOUR };
    buckets.set(key, bucket);
    return bucket;
  }

  function toAccount(exchange: Exchange, caller: Caller | Client | undefined): Account {
    if (caller === undefined) {
      const address = clientAddress.of(exchange);
      return { key: `address:${address}`, subject: address, limit: OF_NOBODY, isSignedIn: false };
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
      facts.note(exchange, { quota: bucket });
      // Whoever asks what is left does not pay for it.
      if (exchange.template === '/api/v3/rate_limit') return;
      if (bucket.remaining === 0) throw rateLimitExceeded(account.subject, bucket, account.isSignedIn);
      bucket.remaining--;
      charged.set(exchange, bucket);
    },

    giveBack(exchange) {
      const bucket = charged.get(exchange);
      if (bucket && charged.delete(exchange)) bucket.remaining++;
    },

    forget: () => buckets.clear(),
  };
}

/** Whom a call is charged to. */
interface Account {
  readonly key: string;
  readonly subject: string;
  readonly limit: number;
  readonly isSignedIn: boolean;
}

interface Bucket extends Quota {
  remaining: number;
}

const OFF: RateLimits = { isOn: false, charge() {}, giveBack() {}, forget() {} };

/** Seconds. */
const HOUR = 3600;

/** Calls an hour of one address that are nobody's. */
const OF_NOBODY = 60;
