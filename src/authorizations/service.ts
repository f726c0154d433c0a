import type { Exchange } from '../http/exchange.ts';
import { reasonPhrase } from '../http/fields.ts';
import type { Service, Surroundings } from '../http/service.ts';
import { createAddresses } from './addresses.ts';
import { createAdmission } from './admission.ts';
import { linkFields } from './answer.ts';
import { createClientAddress } from './client-address.ts';
import type { AuthorizationContext } from './context.ts';
import { isDeprecated } from './deprecation.ts';
import { endpoints } from './endpoints/index.ts';
import { root } from './endpoints/root.ts';
import { createErrorRenderer } from './error-answer.ts';
import { noRoute } from './errors.ts';
import { createLockout } from './lockout.ts';
import { answerOptions, createCommonFields } from './manner.ts';
import { createOneTimePasswords } from './one-time-password.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { createSignIn } from './sign-in.ts';
import type { Store } from './store.ts';
import { createVerifiedCredentials } from './verified-credentials.ts';

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

/**
 * The authorization management API at `/api/v3`.
 * @throws RangeError when a trusted proxy is neither an address nor a network.
 */
export function createAuthorizationService(options: AuthorizationServiceOptions): Service {
  const { runtime, store, log } = options;
  const clientAddress = createClientAddress(options.trustedProxies);
  const context: AuthorizationContext = {
    runtime,
    log,
    store,
    addresses: createAddresses(options.baseUrl, clientAddress),
    deprecationFields: options.deprecationFields,
  };
  const admission = createAdmission(
    context,
    createSignIn({
      store,
      log,
      clientAddress,
      lockout: createLockout({
        runtime,
        store: store.signInFailures,
        mostFailures: options.lockoutFailures,
        duration: options.lockoutDuration,
      }),
      verified: createVerifiedCredentials({
        runtime,
        passwords: createPasswords(runtime, options.passwordCost),
      }),
      oneTimePasswords: createOneTimePasswords({
        runtime,
        store: store.oneTimePasswords,
        isReuseAllowed: options.oneTimePasswordReuse,
      }),
    }),
  );

  function answerPreflight(exchange: Exchange): void {
    admission.enter(exchange);
    answerOptions(exchange, linkFields(context, exchange, undefined));
  }

  return {
    name: 'authorizations',
    title: 'Authorization Management API',
    version: '3',
    description: 'The deprecated OAuth grants and authorizations interface of GitHub Enterprise.',
    prefix: '/api/v3',
    pathDecoding: 'segment',
    endpoints,
    security: {
      password: { type: 'http', scheme: 'basic', description: 'Login and password.' },
      credentials: { type: 'http', scheme: 'bearer', description: 'A token, or login and password.' },
    },
    context,
    jsonType: 'application/json; charset=utf-8',
    toJson: JSON.stringify,
    reasonPhrase,
    commonFields: createCommonFields(context),
    renderError: createErrorRenderer({ ...context, endpoints }),
    options: answerPreflight,
    admit: admission.admit,

    /** Compat: what is not there, or not with this method, is 404, and in the deprecated family only after sign-in. */
    async miss(exchange) {
      const { method, path } = exchange;
      if (method === 'OPTIONS') return answerPreflight(exchange);
      if (path === '/api/v3/' && (method === 'GET' || method === 'HEAD')) {
        exchange.template = root.path;
        const caller = await admission.admit(exchange, root);
        return root.handle({ params: {}, query: {}, body: undefined, exchange, service: context, caller });
      }
      await admission.admit(exchange, isDeprecated(exchange) ? { access: 'password' } : {});
      throw noRoute();
    },
  };
}
