import { type Migration, Migrator } from 'kysely/migration';
import type { Engine } from './engine.ts';
import { initial } from './migrations/0001-initial.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { flows } from './migrations/0003-flows.ts';
import { signIn } from './migrations/0004-sign-in.ts';
import { constraints } from './migrations/0005-constraints.ts';
import { grantOrder } from './migrations/0006-grant-order.ts';
import type { Database } from './tables.ts';

type MigrationTools = Pick<Engine, 'columns' | 'alterTables'>;

/** Stores of released versions have run these, so they do not change: a later change is a migration of its own. */
const MIGRATIONS: Readonly<Record<string, (tools: MigrationTools) => Migration>> = {
  '0001-initial': ({ columns }) => initial(columns),
  '0002-accounts': ({ columns }) => accounts(columns),
  '0003-flows': ({ columns }) => flows(columns),
  '0004-sign-in': ({ columns }) => signIn(columns),
  '0005-constraints': ({ alterTables }) => constraints(alterTables),
  '0006-grant-order': () => grantOrder(),
};

/** Runs the migrations that have not run yet. Servers that start at the same time on one database wait for each other. */
export async function migrate(db: Database, engine: Engine): Promise<void> {
  const schema = await engine.schema?.(db);
  await engine.check?.(db, schema);
  const migrations = Object.entries(MIGRATIONS).map(([name, create]) => [name, create(engine)]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    // Without the schema, Kysely reads the migrations of every schema of the database.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  await engine.opened?.(db);
}

/** The table in which Kysely stores the names of the migrations that have run. */
export const MIGRATION_TABLE = 'kysely_migration';

/**
 * Checks the migrations that have run on a database.
 * @throws Error with the reason when another program or a newer version ran some of them.
 */
export function checkMigrations(names: readonly string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return;
  if (!names.includes('0001-initial')) throw new Error('it is the database of another program');
  throw new Error(
    `a newer version of Sparring has changed its tables (${unknown.join(', ')}); start that version, or use another database`,
  );
}
