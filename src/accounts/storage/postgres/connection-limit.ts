import { sql } from 'kysely';
import type { Database } from '../schema/tables.ts';

/** @throws Error with the reason when the role or the database allows fewer connections. */
export async function checkConnectionLimit(db: Database, needed: number): Promise<void> {
  if (needed === 1) return;
  const { rows } = await sql<{ limit: number; name: string }>`
    select rolconnlimit as "limit", 'role ' || rolname as name from pg_roles
      where rolname = session_user and not rolsuper
    union all
    select datconnlimit, 'database ' || datname from pg_database
      where datname = current_database() and not (select rolsuper from pg_roles where rolname = session_user)
    order by 1
  `.execute(db);
  // -1 is no limit.
  const exceeded = rows.find(({ limit }) => limit >= 0 && limit < needed);
  if (exceeded)
    throw new Error(
      `the server needs ${needed} connections, and the ${exceeded.name} allows ${exceeded.limit}`,
    );
}
