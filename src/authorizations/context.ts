import type { ServerSettings } from '../config/settings.ts';
import type { Log } from '../http/routing/service.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store/index.ts';
import { type Addresses, createAddresses } from './answers/addresses.ts';
import { createStrictTransport, type StrictTransport } from './answers/strict-transport.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { createSecurityLog, type SecurityLog } from './audit/security-log.ts';
import { createDeprecationNotices, type DeprecationNotices } from './lifecycle/deprecation-notices.ts';
import { createLifecycle, type Lifecycle } from './lifecycle/lifecycle.ts';
import { toPreset } from './lifecycle/to-schedule.ts';
import type { AuthorizationOptions } from './options.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import type { ReleaseProfile } from './release-profiles/release-profile.ts';
import { findReleaseProfile } from './release-profiles/release-profiles.ts';
import { createRequestStates, type RequestStates } from './request-state.ts';
import { type CallerRules, createCallerRules } from './rules/caller-effects.ts';
import { type ClientAddress, createClientAddress } from './sign-in/client-address.ts';
import { type CredentialCache, createCredentialCache } from './sign-in/credential-cache.ts';
import type { FairQueue } from './sign-in/fair-queue.ts';
import { createLockout, type Lockout } from './sign-in/lockout.ts';
import { createOneTimePasswords, type OneTimePasswords } from './sign-in/one-time-password.ts';
import { createOutbox, type Outbox } from './sign-in/outbox.ts';
import { createPasswordQueue } from './sign-in/password-check.ts';
import { createPasswordStep, type PasswordStep } from './sign-in/password-step.ts';
import { createPasswords, type Passwords } from './sign-in/passwords.ts';
import { createRecoveryCodes, type RecoveryCodes } from './sign-in/recovery-codes.ts';
import { createSecondStep, type SecondStep } from './sign-in/second-step.ts';
import { SignInOutcomes } from './sign-in/sign-in-outcomes.ts';
import { createTokenUses, type TokenUses } from './tokens/token-uses.ts';

/**
 * The dependencies of the endpoints and pages of the authorization service. This file alone composes them: a module
 * below it declares the dependencies that it needs in an interface of its own and does not import this one.
 */
export interface AuthorizationContext {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly store: Store;
  readonly release: ReleaseProfile;
  readonly settings: ServerSettings;

  readonly clientAddress: ClientAddress;
  readonly addresses: Addresses;
  readonly strictTransport: StrictTransport;
  readonly requestStates: RequestStates;
  readonly rateLimits: RateLimits;
  readonly callerRules: CallerRules;

  readonly lifecycle: Lifecycle;
  readonly notices: DeprecationNotices;

  readonly passwords: Passwords;
  readonly credentialCache: CredentialCache;
  readonly lockout: Lockout;
  readonly passwordQueue: FairQueue;
  readonly passwordStep: PasswordStep;
  readonly oneTimePasswords: OneTimePasswords;
  readonly recoveryCodes: RecoveryCodes;
  /** The second step of the sign-in page, which accepts recovery codes too. */
  readonly secondStep: SecondStep<'code' | 'recovery'>;
  readonly outbox: Outbox;
  readonly signInOutcomes: SignInOutcomes;

  readonly tokenUses: TokenUses;
  readonly audit: Audit;
  readonly securityLog: SecurityLog;
}

/** @throws RangeError when a trusted proxy is neither an address nor a network. */
export function createAuthorizationContext(options: AuthorizationOptions): AuthorizationContext {
  const { runtime, log, store, shared } = options;
  const profile = findReleaseProfile(options.apiVersion);
  const release = { ...profile, isNoteRequired: options.noteRequired ?? profile.isNoteRequired };

  const clientAddress = createClientAddress(options.trustedProxies);
  const requestStates = createRequestStates();
  const rateLimits = createRateLimits({
    runtime,
    shared,
    requestStates,
    clientAddress,
    limit: options.rateLimit ?? release.rateLimit,
  });

  const outbox = createOutbox({ runtime, shared, store: store.messages });
  const lifecycle = createLifecycle({
    runtime,
    shared,
    schedule: options.lifecycle ?? toPreset('deprecated'),
    deprecationHeaders: options.deprecationHeaders,
  });

  const passwords = createPasswords(runtime, options.passwordCost);
  const passwordQueue = createPasswordQueue();
  const signInOutcomes = new SignInOutcomes();
  const credentialCache = createCredentialCache({ runtime, shared });
  const lockout = createLockout({
    runtime,
    store: store.signInFailures,
    maxFailures: options.lockoutFailures,
    duration: options.lockoutDuration,
  });
  const oneTimePasswords = createOneTimePasswords({
    runtime,
    store,
    isReuseAllowed: options.oneTimePasswordReuse,
  });
  const recoveryCodes = createRecoveryCodes(runtime, store.recoveryCodes);
  const securityLog = createSecurityLog({ runtime, store: store.audit, clientAddress });

  return {
    runtime,
    log,
    store,
    release,
    settings: options,
    clientAddress,
    addresses: createAddresses(options.baseUrl, clientAddress),
    strictTransport: createStrictTransport(options.hsts, clientAddress),
    requestStates,
    rateLimits,
    callerRules: createCallerRules({
      rules: options.rules,
      runtime,
      clientAddress,
      requestStates,
      maxDuration: options.maxDuration,
    }),
    lifecycle,
    notices: createDeprecationNotices({ runtime, shared, log, lifecycle, outbox }),
    passwords,
    credentialCache,
    lockout,
    passwordQueue,
    passwordStep: createPasswordStep({
      store,
      log,
      clientAddress,
      lockout,
      credentialCache,
      passwords,
      passwordQueue,
      signInOutcomes,
    }),
    oneTimePasswords,
    recoveryCodes,
    secondStep: createSecondStep({ log, clientAddress, lockout, signInOutcomes }, [
      ['code', oneTimePasswords.check],
      [
        'recovery',
        (user, code, request) =>
          recoveryCodes.spend(
            user,
            code,
            securityLog.event(request, user.id, 'two_factor_authentication.recovery_code_used'),
          ),
      ],
    ]),
    outbox,
    signInOutcomes,
    tokenUses: createTokenUses({ runtime, log, store: store.authorizations }),
    audit: createAudit({
      runtime,
      shared,
      log,
      store: store.audit,
      requestStates,
      clientAddress,
      limit: options.auditLimit,
    }),
    securityLog,
  };
}
