import type { ServerSettings } from '#config/settings/settings.ts';
import type { ServiceDependencies } from '#http/routing/service.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { Store } from '../store/index.ts';
import type { Audit } from './audit/audit.ts';
import type { SecurityLog } from './audit/security-log.ts';
import type { CallerRules } from './authentication/authentication.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import type { Schedule } from './lifecycle/schedule.ts';
import type { DeprecationNotices } from './messages/deprecation-notices.ts';
import type { Outbox } from './messages/outbox.ts';
import type { ReleaseProfile } from './release-profiles/release-profile.ts';
import type { Addresses } from './request/addresses.ts';
import type { ClientAddress } from './request/client-address.ts';
import type { RateLimits } from './request/rate-limits.ts';
import type { RequestStates } from './request/request-state.ts';
import type { StrictTransport } from './request/strict-transport.ts';
import type { CredentialCache } from './sign-in/credential-cache.ts';
import type { FairQueue } from './sign-in/fair-queue.ts';
import type { Lockout } from './sign-in/lockout.ts';
import type { OneTimePasswords } from './sign-in/one-time-password.ts';
import type { PasswordStep } from './sign-in/password-step.ts';
import type { Passwords } from './sign-in/passwords.ts';
import type { RecoveryCodes } from './sign-in/recovery-codes.ts';
import type { SecondStep } from './sign-in/second-step.ts';
import type { SignInOutcomes } from './sign-in/sign-in-outcomes.ts';
import type { TokenUses } from './tokens/token-uses.ts';

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
export interface AuthorizationContext extends ServiceDependencies {
  readonly store: Store;
  readonly settings: ServerSettings;
  /** The behaviour of the release that the server imitates. */
  readonly release: ReleaseProfile;
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
  /** The second factors of an account: a one-time password or a recovery code. */
  readonly secondStep: SecondStep<'code' | 'recovery'>;
  readonly outbox: Outbox;
  readonly signInOutcomes: SignInOutcomes;
  readonly tokenUses: TokenUses;
  readonly audit: Audit;
  readonly securityLog: SecurityLog;
}
