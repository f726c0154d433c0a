import type { Service, Surroundings } from '../http/service.ts';
import type { Store } from './store.ts';

export interface AuthorizationServiceOptions extends Surroundings {
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

/** `standard` is argon2id with 19 MiB and two passes; `test` is the least the algorithm takes, for test suites only. */
export type PasswordCost = 'standard' | 'test';

/** The authorization management API at `/api/v3`. */
export function createAuthorizationService(options: AuthorizationServiceOptions): Service {
  return {
    name: 'authorizations',
    title: 'Authorization Management API',
    version: '3',
    description: 'The deprecated OAuth grants and authorizations interface of GitHub Enterprise.',
    prefix: '/api/v3',
    pathDecoding: 'segment',
    endpoints: [],
    context: options,
    jsonType: 'application/json; charset=utf-8',
    toJson: JSON.stringify,
    commonFields: () => [],
    renderError: (error) => ({
      fields: [['Content-Type', 'application/json; charset=utf-8'], ...error.fields],
      content: JSON.stringify({ message: error.message }),
    }),
    options: (exchange) => exchange.empty(204),
  };
}
