import type { Surroundings } from '../http/service.ts';
import type { PasswordCost } from './passwords.ts';
import type { Store } from './store.ts';

/** What the API and its pages are opened with. */
export interface AuthorizationOptions extends Surroundings {
  readonly store: Store;
  /** What the `url` members of answers begin with, such as `https://ghe.example`; by default what the client called. */
  readonly baseUrl?: string | undefined;
  /** Addresses and networks whose forwarding fields are believed. */
  readonly trustedProxies: readonly string[];
  /** Failed sign-ins of one login until it is locked; 0 switches the lockout off. */
  readonly lockoutFailures: number;
  /** Milliseconds a lockout lasts, counted from the first failure. */
  readonly lockoutDuration: number;
  /** Whether one one-time password may be used again inside its own time window. */
  readonly oneTimePasswordReuse: boolean;
  /** Whether answers say that the interface is deprecated. */
  readonly deprecationFields: boolean;
  readonly passwordCost: PasswordCost;
}
