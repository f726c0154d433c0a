import { type RawBuilder, sql } from 'kysely';
import type { StoreOptions } from '../store-options.ts';

type Limits = Pick<StoreOptions, 'statementTimeout' | 'lockTimeout'>;

/** The statements that set the limits of one transaction. */
export function toLimitStatements({ statementTimeout, lockTimeout }: Limits): string[] {
  return [`set local statement_timeout = ${statementTimeout}`, `set local lock_timeout = ${lockTimeout}`];
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
