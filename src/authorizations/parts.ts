import { createAddresses } from './answers/addresses.ts';
import { createStrictTransport, type StrictTransport } from './answers/strict-transport.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { createCallFacts } from './audit/call-facts.ts';
import { createSecurityLog } from './audit/security-log.ts';
import type { AuthorizationContext } from './context.ts';
import { eraOf } from './eras/eras.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createDeprecationNotices, type DeprecationNotices } from './lifecycle/deprecation-notices.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { toPreset } from './lifecycle/to-schedule.ts';
import type { AuthorizationOptions } from './options.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { type ClientAddress, createClientAddress } from './sign-in/client-address.ts';
import { type CredentialCache, createCredentialCache } from './sign-in/credential-cache.ts';
import { createLockout, type Lockout } from './sign-in/lockout.ts';
import { createOneTimePasswords, type OneTimePasswords } from './sign-in/one-time-password.ts';
import { createOutbox } from './sign-in/outbox.ts';
import { createPasswordStep, type PasswordStep } from './sign-in/password-step.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { createRecoveryCodes, type RecoveryCodes } from './sign-in/recovery-codes.ts';
import { createSecondStep, type SecondStep } from './sign-in/second-step.ts';
import { createTokenUses, type TokenUses } from './tokens/token-uses.ts';

/** What the API and its pages are made of. Both work with the same. */
export interface AuthorizationParts extends AuthorizationContext {
  readonly clientAddress: ClientAddress;
  readonly strictTransport: StrictTransport;
  readonly lockout: Lockout;
  readonly credentialCache: CredentialCache;
  readonly oneTimePasswords: OneTimePasswords;
  readonly recoveryCodes: RecoveryCodes;
  readonly notices: DeprecationNotices;
  readonly passwordStep: PasswordStep;
  /** Of the login page, which takes recovery codes too; the API does not. */
  readonly secondStep: SecondStep<'code' | 'recovery'>;
  readonly rateLimits: RateLimits;
  readonly faults: Faults;
  readonly audit: Audit;
  readonly tokenUses: TokenUses;
  /** Milliseconds; 0 sets no bound. */
  readonly sessionIdleTimeout: number;
}

/** @throws RangeError when a trusted proxy is neither an address nor a network. */
export function createParts(options: AuthorizationOptions): AuthorizationParts {
  const { runtime, log, store, deprecationFields } = options;
  const schedule = options.lifecycle ?? toPreset('deprecated');
  const lifecycle = createLifecycle({ runtime, schedule, deprecationFields });
  const outbox = createOutbox({ runtime, store: store.messages });
  const clientAddress = createClientAddress(options.trustedProxies);
  const passwords = createPasswords(runtime, options.passwordCost);
  const facts = createCallFacts();
  const { privateMode, lenientPut, putLocation } = options;
  const ofRelease = eraOf(options.era);
  const era = { ...ofRelease, isNoteRequired: options.noteRequired ?? ofRelease.isNoteRequired };
  const lockout = createLockout({
    runtime,
    store: store.signInFailures,
    mostFailures: options.lockoutFailures,
    duration: options.lockoutDuration,
  });
  const credentialCache = createCredentialCache({ runtime });
  const oneTimePasswords = createOneTimePasswords({
    runtime,
    store,
    isReuseAllowed: options.oneTimePasswordReuse,
  });
  const recoveryCodes = createRecoveryCodes(runtime, store.recoveryCodes);
  return {
    runtime,
    log,
    store,
    clientAddress,
    strictTransport: createStrictTransport(options.hsts, clientAddress),
    passwords,
    addresses: createAddresses(options.baseUrl, clientAddress),
    era,
    switches: { privateMode, lenientPut, putLocation },
    lifecycle,
    notices: createDeprecationNotices({ runtime, log, lifecycle, outbox }),
    facts,
    rateLimits: createRateLimits({
      runtime,
      facts,
      clientAddress,
      limit: options.rateLimit ?? era.rateLimit,
    }),
    faults: createFaults({ runtime, clientAddress, maxDuration: options.maxDuration }),
    audit: createAudit({ runtime, log, store: store.audit, facts, clientAddress, limit: options.auditLimit }),
    securityLog: createSecurityLog({ runtime, store, clientAddress }),
    tokenUses: createTokenUses({ runtime, log, store: store.authorizations }),
    lockout,
    credentialCache,
    oneTimePasswords,
    sessionIdleTimeout: options.sessionIdleTimeout,
    recoveryCodes,
    outbox,
    passwordStep: createPasswordStep({ store, log, clientAddress, lockout, credentialCache, passwords }),
    secondStep: createSecondStep({ log, clientAddress, lockout }, [
      ['code', oneTimePasswords.check],
      ['recovery', recoveryCodes.spend],
    ]),
  };
}
