import type { DatabaseConnection, QueryExecutorProvider } from 'kysely';
import type { StoreOptions } from '../store-options.ts';

type Limits = Pick<StoreOptions, 'statementTimeout' | 'lockTimeout'>;

/** The statements that set the limits of one transaction. */
export function buildLimitStatements({ statementTimeout, lockTimeout }: Limits): string[] {
  return [`set local statement_timeout = ${statementTimeout}`, `set local lock_timeout = ${lockTimeout}`];
}

export type LimitName = 'statement_timeout' | 'lock_timeout';

/** A connection that knows the limits of its transaction. */
export interface LimitedConnection extends DatabaseConnection {
  setTimeLimit(name: LimitName, milliseconds: number | undefined): Promise<void>;
}

/** Gives a transaction another limit; without one, that of its session. */
export async function setTimeLimit(
  transaction: QueryExecutorProvider,
  name: LimitName,
  milliseconds?: number,
): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    if (!isLimited(connection)) throw new Error('The connection has no time limits');
    await connection.setTimeLimit(name, milliseconds);
  });
}

function isLimited(connection: DatabaseConnection): connection is LimitedConnection {
  return 'setTimeLimit' in connection;
}
