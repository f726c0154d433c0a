import type { ServiceDependencies } from '../http/service.ts';
import type { Schedule } from './lifecycle/schedule.ts';
import type { ReleaseName } from './release-profiles/release-profile.ts';
import type { PasswordCost } from './sign-in/passwords.ts';
import type { Store } from './store.ts';

/** Options of the authorization service and its pages. */
export interface AuthorizationOptions extends ServiceDependencies, Compatibility {
  readonly store: Store;
  /** Start of the `url` members in responses, such as `https://ghe.example`; by default the origin of the request. */
  readonly baseUrl?: string | undefined;
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Whether responses over TLS carry `Strict-Transport-Security`. */
  readonly hsts: boolean;
  /** Failed sign-ins of one login until it is locked; 0 disables the lockout. */
  readonly lockoutFailures: number;
  /** Milliseconds that a lockout lasts, counted from the first failure. */
  readonly lockoutDuration: number;
  /** Whether a one-time password is accepted again within its time window. */
  readonly oneTimePasswordReuse: boolean;
  /** Milliseconds until an idle browser session ends; 0 sets no limit. */
  readonly sessionIdleTimeout: number;
  /** Whether responses announce the deprecation. */
  readonly deprecationFields: boolean;
  /** The deprecation schedule; by default the API is deprecated and stays. */
  readonly lifecycle?: Schedule | undefined;
  readonly passwordCost: PasswordCost;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
  /** Maximum number of audit rows; 0 disables the audit. */
  readonly auditLimit: number;
  /** The release whose behaviour the service has. */
  readonly era: ReleaseName;
  /** Calls per hour of one user; 0 disables rate limits. The default is that of the release. */
  readonly rateLimit?: number | undefined;
  /** Whether a personal access token requires a note. The default is that of the release. */
  readonly noteRequired?: boolean | undefined;
}

/** Behaviour that the release does not determine. */
export interface Compatibility {
  /** Whether every call requires credentials. */
  readonly privateMode: boolean;
  /** Whether get-or-create accepts a client ID in the body that equals the one in the path. */
  readonly lenientPut: boolean;
  /** Whether get-or-create sends `Location` for an existing authorization. */
  readonly putLocation: boolean;
}

/**
 * Maximum size of a request body in bytes. No endpoint needs more than a few kilobytes, and a parsed body that is
 * checked against a schema takes many times its size in memory.
 */
export const MAX_BODY_SIZE = 1024 * 1024;
