import type { Pool } from 'pg';
import type { StoreOptions } from '../store-options.ts';

type Limits = Pick<StoreOptions, 'statementTimeout' | 'lockTimeout'>;

const ISOLATION = 'default_transaction_isolation';

/**
 * The URL of connections whose sessions have the time limits, and the isolation level of statements outside of
 * transactions. Both precede the defaults of the role and the database.
 */
export function buildSessionUrl(href: string, { statementTimeout, lockTimeout }: Limits): string {
  const url = new URL(href);
  const input = url.searchParams.get('options');
  // PostgreSQL takes the last of several values of one parameter.
  url.searchParams.set('options', [input, `-c ${ISOLATION}=read\\ committed`].filter(Boolean).join(' '));
  url.searchParams.set('statement_timeout', String(statementTimeout));
  url.searchParams.set('lock_timeout', String(lockTimeout));
  return url.href;
}

/**
 * Whether sessions have these parameters. A connection pooler that shares sessions between clients, such as PgBouncer,
 * rejects or ignores them.
 */
export async function hasSessionParameters(
  pool: Pool,
  { statementTimeout, lockTimeout }: Limits,
): Promise<boolean> {
  try {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout')::interval = $1::interval
         and current_setting('lock_timeout')::interval = $2::interval
         and current_setting('${ISOLATION}') = 'read committed' as "hasAll"`,
      [`${statementTimeout} ms`, `${lockTimeout} ms`],
    );
    return rows[0]?.hasAll === true;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return false;
    throw error;
  }
}
