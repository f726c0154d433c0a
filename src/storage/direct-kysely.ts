import { type CompiledQuery, Kysely, type KyselyConfig } from 'kysely';
import type { Tables } from './tables.ts';

/** The rows of a query at once, or undefined when it has to wait for its turn. */
export type RunNow = (query: CompiledQuery) => unknown[] | undefined;

/**
 * Kysely over a database that lives in this thread and can answer at once. Kysely's own way to it goes through half a
 * dozen promises, which cost a read by key more than the database does.
 */
export class DirectKysely extends Kysely<Tables> {
  readonly runNow: RunNow;

  constructor(config: KyselyConfig, runNow: RunNow) {
    super(config);
    this.runNow = runNow;
  }
}
