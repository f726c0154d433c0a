import type { Transaction } from 'kysely';
import type { Database, Tables } from './tables.ts';

/** Runs the steps in one transaction. When they come to nothing (undefined), whatever they wrote is taken back. */
export async function attempt<Result>(
  db: Database,
  steps: (transaction: Transaction<Tables>) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const result = await steps(transaction);
      if (result === undefined) throw new Abandoned();
      return result;
    });
  } catch (error) {
    if (error instanceof Abandoned) return undefined;
    throw error;
  }
}

class Abandoned extends Error {}
