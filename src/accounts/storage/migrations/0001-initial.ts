import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../engine/engine.ts';
import { createAccountTables } from './initial/accounts.ts';
import { createSignInTables } from './initial/sign-in.ts';

/** Creates all tables. Times are milliseconds since the epoch. */
export function initial(columns: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createAccountTables(db, columns);
      await createSignInTables(db, columns);
    },
  };
}
