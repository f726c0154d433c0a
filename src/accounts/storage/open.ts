import { Kysely, sql } from 'kysely';
import { DatabaseError } from '#database/database-errors.ts';
import { isPostgres, sqliteFileOf } from '#database/location.ts';
import { buildStoreOptions, type StoreOptions } from '#database/store-options.ts';
import type { Store, StoreCounts } from '../store/index.ts';
import { createMessageStore } from './accounts/messages.ts';
import { createOrganizationStore } from './accounts/organizations.ts';
import { createOneTimePasswordStore, createRecoveryCodeStore } from './accounts/second-factors.ts';
import { createSessionStore } from './accounts/sessions.ts';
import { createSignInFailureStore } from './accounts/sign-in-failures.ts';
import { createUserStore } from './accounts/users.ts';
import { createAuditStore } from './audit/audit.ts';
import { createApplicationStore } from './authorizations/applications.ts';
import { createAuthorizationCodeStore } from './authorizations/authorization-codes.ts';
import { createAuthorizationStore } from './authorizations/authorizations.ts';
import { createDeviceCodeStore } from './authorizations/device-codes.ts';
import { createGrantStore } from './authorizations/grants.ts';
import type { Engine } from './engine/engine.ts';
import { migrate } from './migrations/migrate.ts';
import { openPostgres } from './postgres/open.ts';
import type { Database, Tables } from './schema/tables.ts';
import { openSqlite } from './sqlite/open.ts';

/**
 * Opens `memory`, `sqlite:PATH` or `postgres://…`, and runs the migrations.
 * @throws DatabaseError when the database cannot be used.
 */
export async function openStore(database: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  const { db, engine } = await openDatabase(database, options);
  return createStore(db, engine);
}

/** Opens a database in the same way, for queries. */
export async function openDatabase(
  database: string,
  options: Partial<StoreOptions> = {},
): Promise<{ db: Database; engine: Engine }> {
  const engine = await openEngine(database, buildStoreOptions(options));
  const db: Database = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    await migrate(db, engine);
  } catch (error) {
    await db.destroy();
    throw engine.explain(error);
  }
  return { db, engine };
}

export function createStore(db: Database, engine: Engine): Store {
  const { snapshots } = engine;
  return {
    users: createUserStore(db, engine.runBulk),
    applications: createApplicationStore(db, engine.runBulk),
    authorizations: createAuthorizationStore(db, engine.runBulk),
    grants: createGrantStore(db, engine.runBulk),
    signInFailures: createSignInFailureStore(db),
    oneTimePasswords: createOneTimePasswordStore(db),
    recoveryCodes: createRecoveryCodeStore(db),
    messages: createMessageStore(db),
    sessions: createSessionStore(db),
    authorizationCodes: createAuthorizationCodeStore(db),
    deviceCodes: createDeviceCodeStore(db, engine.lockTable),
    organizations: createOrganizationStore(db),
    audit: createAuditStore(db),
    ping: () => engine.ping(db),
    pool: () => engine.pool?.(),
    counts: () => countRecords(db),
    snapshot: async () => ({ name: await snapshots.take(db) }),
    restore: ({ name }) => snapshots.restore(db, name),
    deleteSnapshot: ({ name }) => snapshots.delete(db, name),
    readAll: () => snapshots.readAll(db),
    replaceAll: (records) => snapshots.replaceAll(db, records),
    clear: () => snapshots.replaceAll(db, { tables: {}, nextIds: {} }),
    async close() {
      // The database may be unavailable.
      await snapshots.close(db).catch(() => {});
      await db.destroy();
    },
  };
}

async function countRecords(db: Database): Promise<StoreCounts> {
  const count = (table: keyof StoreCounts) =>
    sql<number>`(select count(*) from ${sql.table(table)})`.as(table);
  const { users, applications, organizations } = await db
    .selectNoFrom([count('users'), count('applications'), count('organizations')])
    .executeTakeFirstOrThrow();
  return { users, applications, organizations };
}

async function openEngine(database: string, options: StoreOptions): Promise<Engine> {
  if (database === 'memory') return openSqlite('memory', options);
  if (isPostgres(database)) return await openPostgres(database, options);
  const file = sqliteFileOf(database);
  if (file !== undefined) return openSqlite({ file }, options);
  // The message does not repeat the value, which may be a URL with a password.
  throw new DatabaseError('The database must be memory, sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME.');
}
