import { Migrator } from 'kysely/migration';
import type { ColumnTypes } from './engine.ts';
import { initial } from './migrations/0001-initial.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { flows } from './migrations/0003-flows.ts';
import { signIn } from './migrations/0004-sign-in.ts';
import type { Database } from './tables.ts';

/** Brings the tables up to date. Servers that start at once on one database wait for each other. */
export async function migrate(db: Database, columns: ColumnTypes, schema: string | undefined): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-initial': initial(columns),
        '0002-accounts': accounts(columns),
        '0003-flows': flows(columns),
        '0004-sign-in': signIn(columns),
      }),
    },
    // Without the schema Kysely would take the migrations of any schema of the database for ours.
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
