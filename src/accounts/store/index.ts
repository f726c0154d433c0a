import type { PoolState } from '#database/postgres/pool.ts';
import type { ApplicationStore } from './applications.ts';
import type { AuditStore } from './audit.ts';
import type { AuthorizationStore } from './authorizations.ts';
import type { AuthorizationCodeStore, DeviceCodeStore } from './flows.ts';
import type { GrantStore } from './grants.ts';
import type { OrganizationStore } from './organizations.ts';
import type { MessageStore, OneTimePasswordStore, RecoveryCodeStore } from './second-factors.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInFailureStore } from './sign-in-failures.ts';
import type { UserStore } from './users.ts';

/**
 * The store of the API and its pages, and its records. `src/accounts/storage` implements it. Times are UTC text in the
 * format of the API, `2020-03-01T09:00:00Z`, or milliseconds since the epoch where the record says so.
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
  /** Rejects when the database does not respond, or cannot be written to. */
  ping(): Promise<void>;
  /** The connections to the database server; undefined for a database without connections. */
  pool(): PoolState | undefined;
  /** The numbers of records. */
  counts(): Promise<StoreCounts>;
  /** Deletes all records and keeps the schema. */
  clear(): Promise<void>;
  /**
   * Makes a consistent copy of all records in the database. It exists until it is deleted, or the store closes.
   * @throws SnapshotsUnavailableError when the database cannot hold copies.
   */
  snapshot(): Promise<StoreSnapshot>;
  /** Replaces all records by those of the snapshot, with ids and counters, in one transaction. */
  restore(snapshot: StoreSnapshot): Promise<void>;
  deleteSnapshot(snapshot: StoreSnapshot): Promise<void>;
  /** Reads all records into memory, for a store that has few. */
  readAll(): Promise<StoreRecords>;
  /** Replaces all records by those of a store on the same schema, in one transaction. */
  replaceAll(records: StoreRecords): Promise<void>;
  close(): Promise<void>;
}

export interface StoreCounts {
  readonly users: number;
  readonly applications: number;
  readonly organizations: number;
}

/** A copy of all records in the database. */
export interface StoreSnapshot {
  readonly name: string;
}

/** All records of a store, as its tables hold them. */
export interface StoreRecords {
  readonly tables: Readonly<Record<string, readonly object[]>>;
  /** The ids of the next records, by table. */
  readonly nextIds: Readonly<Record<string, number>>;
}

export * from '#database/errors.ts';
// Other modules import records and stores from here.
export * from './applications.ts';
export * from './audit.ts';
export * from './authorizations.ts';
export * from './flows.ts';
export * from './grants.ts';
export * from './organizations.ts';
export * from './page.ts';
export * from './second-factors.ts';
export * from './session.ts';
export * from './sessions.ts';
export * from './sign-in-failures.ts';
export * from './storable.ts';
export * from './users.ts';
