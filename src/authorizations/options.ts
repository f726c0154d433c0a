import type { Surroundings } from '../http/service.ts';
import type { EraName } from './eras/era.ts';
import type { Schedule } from './lifecycle/schedule.ts';
import type { PasswordCost } from './sign-in/passwords.ts';
import type { Store } from './store.ts';

/** What the API and its pages are opened with. */
export interface AuthorizationOptions extends Surroundings {
  readonly store: Store;
  /** What the `url` members of answers begin with, such as `https://ghe.example`; by default what the client called. */
  readonly baseUrl?: string | undefined;
  /** Addresses and networks whose forwarding fields are believed. */
  readonly trustedProxies: readonly string[];
  /** Whether answers that come over TLS tell browsers to use nothing else. */
  readonly hsts: boolean;
  /** Failed sign-ins of one login until it is locked; 0 switches the lockout off. */
  readonly lockoutFailures: number;
  /** Milliseconds a lockout lasts, counted from the first failure. */
  readonly lockoutDuration: number;
  /** Whether one one-time password may be used again inside its own time window. */
  readonly oneTimePasswordReuse: boolean;
  /** Milliseconds that a session of a browser lasts without a request; 0 sets no bound. */
  readonly sessionIdleTimeout: number;
  /** Whether answers say that the interface is deprecated. */
  readonly deprecationFields: boolean;
  /** The life of the interface; by default it stays, deprecated. */
  readonly lifecycle?: Schedule | undefined;
  readonly passwordCost: PasswordCost;
  /** The longest that an answer may be held back, in milliseconds. */
  readonly maxDuration: number;
  /** Most rows that the audit keeps; with 0 there is none. */
  readonly auditLimit: number;
  /** The release whose manner is shown. */
  readonly era: EraName;
  /** Calls an hour of one user; 0 counts none, and undefined leaves it to the era. */
  readonly rateLimit?: number | undefined;
  /** Whether every call without credentials is refused. */
  readonly privateMode: boolean;
  /** Whether a personal token must have a note; undefined leaves it to the era. */
  readonly noteRequired?: boolean | undefined;
  /** Whether get-or-create takes a client id in the body that is the one of the path. */
  readonly lenientPut: boolean;
  /** Whether get-or-create has a `Location` for what it finds. */
  readonly putLocation: boolean;
}
