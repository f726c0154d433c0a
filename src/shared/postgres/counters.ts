import type { Counters } from '../shared-state.ts';
import { BatchedAdditions } from './batched-additions.ts';
import { type StateDatabase, unavailable } from './database.ts';

/** The counters of all nodes, in a table. */
export interface PostgresCounters {
  of(name: string, capacity: number): Counters;
  /** Deletes the counters beyond the capacity of their set. */
  prune(): Promise<void>;
}

export function createPostgresCounters(database: Pick<StateDatabase, 'query'>): PostgresCounters {
  const capacities = new Map<string, number>();
  const additions = new BatchedAdditions(async (name, key, { by, limit = null, interval }) => {
    const { now = null, length = null } = interval ?? {};
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const added = await database.query<Row>(ADD, [name, key, by, limit, now, length]);
      if (added[0]) return { isAdded: true, ...toCount(added[0]) };
      const [row] = await database.query<Row>(READ, [name, [key]]);
      if (row) return { isAdded: false, ...toCount(row) };
      // It was deleted between the two statements.
    }
    throw unavailable();
  });

  return {
    of: (name, capacity) => ({
      add(key, addition) {
        capacities.set(name, capacity);
        return additions.add(name, key, addition);
      },

      async subtract(key, endsAt) {
        await database.query(SUBTRACT, [name, key, endsAt]);
      },

      async read(keys) {
        const rows = await database.query<Row>(READ, [name, keys]);
        const values = new Map(rows.map((row) => [row.key, row.value]));
        return keys.map((key) => values.get(key) ?? 0);
      },

      async delete(keys) {
        await database.query('delete from shared_counters where name = $1 and key = any ($2)', [name, keys]);
      },

      async clear() {
        capacities.delete(name);
        await database.query('delete from shared_counters where name = $1', [name]);
      },
    }),

    async prune() {
      for (const [name, capacity] of capacities) await database.query(PRUNE, [name, capacity]);
    },
  };
}

const MAX_ATTEMPTS = 50;

interface Row {
  readonly key: string;
  readonly value: number;
  readonly ends_at: number;
}

function toCount({ value, ends_at: endsAt }: Row): { value: number; endsAt: number } {
  return { value, endsAt };
}

const IS_OVER = '($5::bigint < c.ends_at and $5 >= c.ends_at - $6::bigint) is false';

/** No row when the sum would exceed the limit. */
const ADD = `
  insert into shared_counters as c (name, key, value, ends_at)
  values ($1, $2, $3, coalesce($5::bigint + $6::bigint, 0))
  on conflict (name, key) do update set
    value = case when ${IS_OVER} then excluded.value else c.value + excluded.value end,
    ends_at = case when ${IS_OVER} then excluded.ends_at else c.ends_at end
  where ${IS_OVER} or $4::bigint is null or c.value + excluded.value <= $4
  returning key, value, ends_at`;

const READ = 'select key, value, ends_at from shared_counters where name = $1 and key = any ($2)';

const SUBTRACT = `
  update shared_counters set value = value - 1
  where name = $1 and key = $2 and ends_at = $3 and value > 0`;

const PRUNE = `
  delete from shared_counters where name = $1 and key in (
    select key from shared_counters where name = $1 order by ends_at desc offset $2
  )`;
