import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { StoreOptions } from '../store-options.ts';

type Limits = Pick<StoreOptions, 'statementTimeout' | 'lockTimeout'>;

/** The limits as parameters of a session. A connection pooler that shares sessions, such as PgBouncer, rejects them. */
export function toSessionParameters({ statementTimeout, lockTimeout }: Limits) {
  return { statement_timeout: statementTimeout, lock_timeout: lockTimeout };
}

/** The statements that set the limits of one transaction. */
export function toTransactionStatements({ statementTimeout, lockTimeout }: Limits): string {
  return `set local statement_timeout = ${statementTimeout}; set local lock_timeout = ${lockTimeout}`;
}

/** The statement that gives a transaction another limit. Without one, the transaction gets the limit of its session. */
export function setTimeLimit(name: LimitName, milliseconds: number): RawBuilder<unknown> {
  return sql`set local ${sql.raw(name)} = ${sql.lit(milliseconds)}`;
}

type LimitName = 'statement_timeout' | 'lock_timeout';

/** The limit that a statement of a transaction sets, in milliseconds; no value for the default. */
export function readTimeLimit(statement: string): { name: LimitName; value?: number } | undefined {
  const match = /^set local (statement|lock)_timeout (?:=|to) (?:'?(\d+)(?:ms)?'?|default)$/.exec(statement);
  if (!match) return undefined;
  const name = match[1] === 'lock' ? 'lock_timeout' : 'statement_timeout';
  return match[2] === undefined ? { name } : { name, value: Number(match[2]) };
}

/**
 * Whether sessions have the limits of their parameters. A connection pooler that shares sessions between clients, such as
 * PgBouncer, rejects or ignores the parameters.
 */
export async function hasSessionParameters(
  pool: Pool,
  { statementTimeout, lockTimeout }: Limits,
): Promise<boolean> {
  try {
    const { rows } = await pool.query(
      `select current_setting('statement_timeout')::interval = $1::interval
         and current_setting('lock_timeout')::interval = $2::interval as "hasBoth"`,
      [`${statementTimeout} ms`, `${lockTimeout} ms`],
    );
    return rows[0]?.hasBoth === true;
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return false;
    throw error;
  }
}
