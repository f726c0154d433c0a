import { createAddresses } from './addresses.ts';
import { type Audit, createAudit } from './audit.ts';
import { createCallFacts } from './call-facts.ts';
import { type ClientAddress, createClientAddress } from './client-address.ts';
import type { AuthorizationContext } from './context.ts';
import { defaultEra } from './eras.ts';
import { createFaults, type Faults } from './faults.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLockout, type Lockout } from './lockout.ts';
import { createOneTimePasswords, type OneTimePasswords } from './one-time-password.ts';
import type { AuthorizationOptions } from './options.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { createVerifiedCredentials, type VerifiedCredentials } from './verified-credentials.ts';

/** What the API and its pages are made of. Both work with the same. */
export interface AuthorizationParts extends AuthorizationContext {
  readonly clientAddress: ClientAddress;
  readonly lockout: Lockout;
  readonly passwords: Passwords;
  readonly verified: VerifiedCredentials;
  readonly oneTimePasswords: OneTimePasswords;
  readonly rateLimits: RateLimits;
  readonly faults: Faults;
  readonly audit: Audit;
}

/** @throws RangeError when a trusted proxy is neither an address nor a network. */
export function createParts(options: AuthorizationOptions): AuthorizationParts {
  const { runtime, log, store, deprecationFields } = options;
  const clientAddress = createClientAddress(options.trustedProxies);
  const passwords = createPasswords(runtime, options.passwordCost);
  return {
    runtime,
    log,
    store,
    clientAddress,
    passwords,
    deprecationFields,
    addresses: createAddresses(options.baseUrl, clientAddress),
    era: defaultEra,
    lifecycle: createLifecycle(),
    facts: createCallFacts(),
    rateLimits: createRateLimits(),
    faults: createFaults(),
    audit: createAudit(),
    lockout: createLockout({
      runtime,
      store: store.signInFailures,
      mostFailures: options.lockoutFailures,
      duration: options.lockoutDuration,
    }),
    verified: createVerifiedCredentials({ runtime, passwords }),
    oneTimePasswords: createOneTimePasswords({
      runtime,
      store: store.oneTimePasswords,
      isReuseAllowed: options.oneTimePasswordReuse,
    }),
  };
}
