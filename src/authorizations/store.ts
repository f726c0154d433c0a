import type { ApplicationStore } from './store/applications.ts';
import type { AuditStore } from './store/audit.ts';
import type { AuthorizationStore } from './store/authorizations.ts';
import type { AuthorizationCodeStore, DeviceCodeStore } from './store/flows.ts';
import type { GrantStore } from './store/grants.ts';
import type { OrganizationStore } from './store/organizations.ts';
import type { MessageStore, OneTimePasswordStore, RecoveryCodeStore } from './store/second-factors.ts';
import type { SessionStore } from './store/sessions.ts';
import type { SignInFailureStore } from './store/sign-in-failures.ts';
import type { UserStore } from './store/users.ts';

/**
 * What the authorization service asks of its storage, in the domain's own words, and the records the two trade in.
 * `storage/` implements it. Times are UTC text in the API's own format, `2020-03-01T09:00:00Z`, or, where it is said,
 * milliseconds since the epoch.
 */
export interface Store {
  readonly users: UserStore;
  readonly applications: ApplicationStore;
  readonly authorizations: AuthorizationStore;
  readonly grants: GrantStore;
  readonly signInFailures: SignInFailureStore;
  readonly oneTimePasswords: OneTimePasswordStore;
  readonly recoveryCodes: RecoveryCodeStore;
  readonly messages: MessageStore;
  readonly sessions: SessionStore;
  readonly authorizationCodes: AuthorizationCodeStore;
  readonly deviceCodes: DeviceCodeStore;
  readonly organizations: OrganizationStore;
  readonly audit: AuditStore;
  /** Proves that the database answers. */
  ping(): Promise<void>;
  /** Removes every record and keeps the schema. */
  clear(): Promise<void>;
  /** All records as they stand together at one moment, for `restore` on the same schema. */
  snapshot(): Promise<StoreSnapshot>;
  /** Puts all records back as they were, ids and counters too, in one transaction. */
  restore(snapshot: StoreSnapshot): Promise<void>;
  close(): Promise<void>;
}

/** Opaque to everybody but the storage that made it. */
export interface StoreSnapshot {
  readonly tables: Readonly<Record<string, readonly object[]>>;
}

// One door to all records: whoever trades with the store imports from here.
export type {
  Application,
  ApplicationStore,
  ApplicationSummary,
  NewApplication,
} from './store/applications.ts';
export type { AuditedCall, AuditedUse, AuditFilter, AuditStore, SecurityEvent } from './store/audit.ts';
export type {
  Authorization,
  AuthorizationChange,
  AuthorizationStore,
  FlowCode,
  NewAuthorization,
  NewToken,
  TokenOrigin,
} from './store/authorizations.ts';
export { RecordDeletedError, StoreUnavailableError } from './store/errors.ts';
export type {
  AuthorizationCode,
  AuthorizationCodeStore,
  CodeReplay,
  DeviceCode,
  DeviceCodeLimits,
  DeviceCodeStore,
  NewDeviceCode,
} from './store/flows.ts';
export type { Grant, GrantStore } from './store/grants.ts';
export type { Approval, Organization, OrganizationStore } from './store/organizations.ts';
export type { Listing, Page } from './store/page.ts';
export type {
  Message,
  MessageStore,
  NewMessage,
  OneTimePasswordStore,
  RecoveryCodeStore,
} from './store/second-factors.ts';
export type { Session, SessionStore } from './store/sessions.ts';
export {
  type AttemptRules,
  type SignInFailureStore,
  type SignInFailures,
  signInFailureKey,
} from './store/sign-in-failures.ts';
export { isId, isStorable, toStorable } from './store/storable.ts';
export type { AppTwoFactor, NewUser, SmsTwoFactor, TwoFactor, User, UserStore } from './store/users.ts';
