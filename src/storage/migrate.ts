import { type Migration, Migrator } from 'kysely/migration';
import type { ColumnTypes } from './engine.ts';
import { initial } from './migrations/0001-initial.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { flows } from './migrations/0003-flows.ts';
import { signIn } from './migrations/0004-sign-in.ts';
import type { Database } from './tables.ts';

const MIGRATIONS: Readonly<Record<string, (columns: ColumnTypes) => Migration>> = {
  '0001-initial': initial,
  '0002-accounts': accounts,
  '0003-flows': flows,
  '0004-sign-in': signIn,
};

/** Runs the migrations that have not run yet. Servers that start at the same time on one database wait for each other. */
export async function migrate(db: Database, columns: ColumnTypes, schema: string | undefined): Promise<void> {
  const migrations = Object.entries(MIGRATIONS).map(([name, create]) => [name, create(columns)]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
    // Without the schema, Kysely reads the migrations of every schema of the database.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
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
