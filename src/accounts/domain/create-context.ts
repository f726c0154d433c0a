import type { ServerSettings } from '#config/settings/settings.ts';
import { createAudit } from './audit/audit.ts';
import { createSecurityLog } from './audit/security-log.ts';
import type { AuthorizationContext, AuthorizationOptions } from './context.ts';
import { Lifecycle } from './lifecycle/lifecycle.ts';
import { selectPreset } from './lifecycle/parse-schedule.ts';
import { createDeprecationNotices } from './messages/deprecation-notices.ts';
import { createOutbox } from './messages/outbox.ts';
import type { ReleaseProfile } from './release-profiles/release-profile.ts';
import { releaseProfiles } from './release-profiles/release-profiles.ts';
import { createAddresses } from './request/addresses.ts';
import { createClientAddress } from './request/client-address.ts';
import { createRateLimits } from './request/rate-limits.ts';
import { createRequestStates } from './request/request-state.ts';
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

/**
 * Composes the modules of this folder. This file alone does: a module below it declares the dependencies that it needs in
 * an interface of its own and does not import this one.
 * @throws RangeError when a trusted proxy is neither an address nor a network.
 */
export function createAuthorizationContext(options: AuthorizationOptions): AuthorizationContext {
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
  const lifecycle = new Lifecycle({
    runtime,
    shared,
    schedule: options.lifecycle ?? selectPreset('deprecated'),
    deprecationHeaders: options.deprecationHeaders,
    apiPasswords: options.apiPasswords,
  });

  const passwords = createPasswords(runtime, options.passwordCost);
  const passwordQueue = createPasswordQueue();
  const signInOutcomes = new SignInOutcomes();
  const credentialCache = createCredentialCache({ runtime });
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
