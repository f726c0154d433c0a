import type { ServerSettings } from '#config/settings/settings.ts';
import type { ServiceDependencies } from '#http/routing/service.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { Store } from '../store/index.ts';
import { createAudit } from './audit/audit.ts';
import { createSecurityLog } from './audit/security-log.ts';
import type { CallerRules } from './authentication/authentication.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import type { Schedule } from './lifecycle/schedule.ts';
import { toPreset } from './lifecycle/to-schedule.ts';
import { createDeprecationNotices } from './messages/deprecation-notices.ts';
import { createOutbox } from './messages/outbox.ts';
import type { ReleaseProfile } from './release-profiles/release-profile.ts';
import { releaseProfiles } from './release-profiles/release-profiles.ts';
import { createAddresses } from './request/addresses.ts';
import { type ClientAddress, createClientAddress } from './request/client-address.ts';
import { createRateLimits } from './request/rate-limits.ts';
import { createRequestStates, type RequestStates } from './request/request-state.ts';
import { createStrictTransport } from './request/strict-transport.ts';
import { createCredentialCache } from './sign-in/credential-cache.ts';
import { createLockout } from './sign-in/lockout.ts';
import { createOneTimePasswords } from './sign-in/one-time-password.ts';
import { createPasswordQueue } from './sign-in/password-check.ts';
import { createPasswordStep } from './sign-in/password-step.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { createRecoveryCodes } from './sign-in/recovery-codes.ts';
import { createSecondStep } from './sign-in/second-step.ts';
import { SignInOutcomes } from './sign-in/sign-in-outcomes.ts';
import { createTokenUses } from './tokens/token-uses.ts';

/** Options of the authorization service and its pages. */
export interface AuthorizationOptions extends ServiceDependencies, ServerSettings {
  readonly store: Store;
  /** The state that all processes of the server share. */
  readonly shared: SharedState;
  readonly createCallerRules: (context: CallerRulesContext) => CallerRules;
  /** The deprecation schedule; by default the API is deprecated and stays. */
  readonly lifecycle?: Schedule | undefined;
}

/** What the effects of rules on calls need of the accounts. */
export interface CallerRulesContext {
  readonly clientAddress: ClientAddress;
  readonly requestStates: RequestStates;
}

/**
 * Maximum size of a request body in bytes. No endpoint needs more than a few kilobytes, and a parsed body that is
 * checked against a schema takes many times its size in memory.
 */
export const MAX_BODY_SIZE = 1024 * 1024;

/** The dependencies of the endpoints of the API and of the account pages. */
export type AuthorizationContext = Readonly<ReturnType<typeof createAuthorizationContext>>;

/**
 * Composes the modules of this folder. This file alone does: a module below it declares the dependencies that it needs in
 * an interface of its own and does not import this one.
 * @throws RangeError when a trusted proxy is neither an address nor a network.
 */
export function createAuthorizationContext(options: AuthorizationOptions) {
  const { runtime, log, store, shared } = options;
  const settings: ServerSettings = options;
  const profile = releaseProfiles[options.apiVersion];
  const release: ReleaseProfile = {
    ...profile,
    isNoteRequired: options.noteRequired ?? profile.isNoteRequired,
  };

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
    apiPasswords: options.apiPasswords,
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
    settings,
    clientAddress,
    addresses: createAddresses(options.baseUrl, clientAddress),
    strictTransport: createStrictTransport(options.hsts, clientAddress),
    requestStates,
    rateLimits,
    callerRules: options.createCallerRules({ clientAddress, requestStates }),
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
