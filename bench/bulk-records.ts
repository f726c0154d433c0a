import { sql } from 'kysely';
import { openDatabase } from '#accounts/storage/open.ts';
import { accounts } from './accounts.ts';

const USERS = 1000;
const TIME = 1_767_225_600_000;

/**
 * Adds users with tokens of two applications, half of all tokens each, by SQL. The applications belong to the user `few`.
 * The tokens of a user are spread over the whole table, as they are in a store in which users make tokens over time.
 */
export async function fillStore(database: string, total: number): Promise<void> {
  const { db } = await openDatabase(database, { statementTimeout: 600_000 });
  const isPostgres = database.startsWith('postgres');
  const hash = isPostgres ? sql`md5(random()::text) || md5(random()::text)` : sql`lower(hex(randomblob(32)))`;
  const ofEach = Math.ceil(total / USERS / 2);
  try {
    await db.transaction().execute(async (transaction) => {
      const statements = [
        sql`
          insert into applications (name, url, client_id, secret_digest, created_at, updated_at)
          values ('Other', 'https://other.example', 'other', '', ${TIME}, ${TIME})`,
        sql`update applications set owner_id = (select id from users where login = 'few')`,
        sql`
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${USERS})
          insert into users (login, login_key, site_admin, password_hash, created_at, updated_at)
          select 'bulk-' || n, 'bulk-' || n, 0, '', ${TIME}, ${TIME} from numbers`,
        sql`
          insert into grants (user_id, application_id, scopes, authorization_count, created_at, updated_at)
          select users.id, applications.id, '["repo"]', ${ofEach}, ${TIME}, ${TIME}
          from users, applications where users.login like 'bulk-%'`,
        sql`
          update users set authorization_count = ${2 * ofEach}, grant_count = 2 where login like 'bulk-%'`,
        sql`
          with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ofEach})
          insert into authorizations
            (user_id, application_id, hashed_token, token_last_eight, scopes, fingerprint, slot, created_at, updated_at)
          select user_id, application_id, ${hash}, '01234567', '["repo"]', 'machine-' || n,
            application_id || '-slot-' || n, ${TIME}, ${TIME}
          from numbers cross join grants join users on users.id = user_id
          where login like 'bulk-%' order by n, user_id`,
      ];
      for (const statement of statements) await statement.execute(transaction);
    });
    if (isPostgres) await sql`analyze`.execute(db);
    else await sql`pragma wal_checkpoint(truncate)`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Number of tokens of the application `Bench`, besides those of the seed. */
export async function countTokens(database: string): Promise<number> {
  const { db } = await openDatabase(database, { statementTimeout: 600_000 });
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from authorizations join applications on applications.id = application_id
      where client_id = ${accounts.clientId}
    `.execute(db);
    return Number(rows[0]?.count);
  } finally {
    await db.destroy();
  }
}
