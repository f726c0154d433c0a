import { createAddresses } from './addresses.ts';
import { type Audit, createAudit } from './audit.ts';
import { createCallFacts } from './call-facts.ts';
import { type ClientAddress, createClientAddress } from './client-address.ts';
import type { AuthorizationContext } from './context.ts';
import { createDeprecationNotices, type DeprecationNotices } from './deprecation-notices.ts';
import { eraOf } from './eras.ts';
import { createFaults, type Faults } from './faults.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLockout, type Lockout } from './lockout.ts';
import { createOneTimePasswords, type OneTimePasswords } from './one-time-password.ts';
import type { AuthorizationOptions } from './options.ts';
import { createOutbox } from './outbox.ts';
import { createPasswordStep, type PasswordStep } from './password-step.ts';
import { createPasswords } from './passwords.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { createRecoveryCodes, type RecoveryCodes } from './recovery-codes.ts';
import { createRepresentations } from './representation.ts';
import { createSecondStep, type SecondStep } from './second-step.ts';
import { createSecurityLog, type SecurityLog } from './security-log.ts';
import { toPreset } from './to-schedule.ts';
import { createTokenUses, type TokenUses } from './token-uses.ts';
import { createVerifiedCredentials, type VerifiedCredentials } from './verified-credentials.ts';

/** What the API and its pages are made of. Both work with the same. */
export interface AuthorizationParts extends AuthorizationContext {
  readonly clientAddress: ClientAddress;
  readonly lockout: Lockout;
  readonly verified: VerifiedCredentials;
  readonly oneTimePasswords: OneTimePasswords;
  readonly recoveryCodes: RecoveryCodes;
  readonly notices: DeprecationNotices;
  readonly passwordStep: PasswordStep;
  /** Of the login page, which takes recovery codes too; the API does not. */
  readonly secondStep: SecondStep<'code' | 'recovery'>;
  readonly rateLimits: RateLimits;
  readonly faults: Faults;
  readonly audit: Audit;
  readonly securityLog: SecurityLog;
  readonly tokenUses: TokenUses;
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
  const verified = createVerifiedCredentials({ runtime, passwords });
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
    verified,
    oneTimePasswords,
    recoveryCodes,
    representations: createRepresentations(),
    outbox,
    passwordStep: createPasswordStep({ store, log, clientAddress, lockout, verified }),
    secondStep: createSecondStep(
      { log, clientAddress, lockout },
      { code: oneTimePasswords.check, recovery: recoveryCodes.spend },
    ),
  };
}
