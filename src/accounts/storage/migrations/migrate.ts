import { type Migration, Migrator } from 'kysely/migration';
import type { ColumnTypes, Engine } from '../engine/engine.ts';
import type { Database } from '../schema/tables.ts';
import { initial } from './0001-initial.ts';

type Migrations = Readonly<Record<string, (columns: ColumnTypes) => Migration>>;

/** Before the first release, the initial migration changes with the tables. After it, each change is another migration. */
export const MIGRATIONS: Migrations = { '0001-initial': initial };

/** Runs the migrations that have not run yet. Servers that start at the same time on one database wait for each other. */
export async function migrate(
  db: Database,
  engine: Engine,
  migrations: Migrations = MIGRATIONS,
): Promise<void> {
  const schema = await engine.schema?.(db);
  await engine.check?.(db, schema);
  const created = Object.entries(migrations).map(([name, create]) => [name, create(engine.columns)]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(created) },
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
