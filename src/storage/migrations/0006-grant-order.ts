import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the first tokens of a grant by an index. */
export function grantOrder(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('authorizations_of_grant')
        .on('authorizations')
        .columns(['user_id', 'application_id', 'id'])
        .execute();
    },
  };
}
