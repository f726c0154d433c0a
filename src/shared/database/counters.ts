import { StoreUnavailableError } from '#database/errors.ts';
import type { Counters } from '../shared-state.ts';
import { BatchedAdditions } from './batched-additions.ts';
import type { Statements } from './statements.ts';

/** The counters of all processes, in a table. */
export interface CounterTable {
  of(name: string, capacity: number): Counters;
  /** Deletes the counters beyond the capacity of their set. */
  prune(): Promise<void>;
}

export function createCounterTable({ query, listOf }: Statements): CounterTable {
  const read = (name: string, keys: readonly string[]) =>
    query<Row>(
      `select key, value, ends_at from shared_counters where name = $1 and key in (${listOf('$2')})`,
      [name, keys],
    );
  const capacities = new Map<string, number>();
  const additions = new BatchedAdditions(async (name, key, { by, limit = null, interval }) => {
    const { now = null, length = null } = interval ?? {};
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const added = await query<Row>(ADD, [name, key, by, limit, now, length]);
      if (added[0]) return { isAdded: true, ...toCount(added[0]) };
      const [row] = await read(name, [key]);
      if (row) return { isAdded: false, ...toCount(row) };
      // It was deleted between the two statements.
    }
    throw new StoreUnavailableError('The database does not answer.');
  });

  return {
    of: (name, capacity) => ({
      add(key, addition) {
        capacities.set(name, capacity);
        return additions.add(name, key, addition);
      },

      async subtract(key, endsAt) {
        await query(SUBTRACT, [name, key, endsAt]);
      },

      async read(keys) {
        const rows = await read(name, keys);
        const values = new Map(rows.map((row) => [row.key, row.value]));
        return keys.map((key) => values.get(key) ?? 0);
      },

      async delete(keys) {
        await query(`delete from shared_counters where name = $1 and key in (${listOf('$2')})`, [name, keys]);
      },

      async clear() {
        capacities.delete(name);
        await query('delete from shared_counters where name = $1', [name]);
      },
    }),

    async prune() {
      for (const [name, capacity] of capacities) await query(PRUNE, [name, capacity]);
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

const NOW = 'cast($5 as bigint)';

const LENGTH = 'cast($6 as bigint)';

const IS_OVER = `(${NOW} < c.ends_at and ${NOW} >= c.ends_at - ${LENGTH}) is false`;

/** No row when the sum would exceed the limit. */
const ADD = `
  insert into shared_counters as c (name, key, value, ends_at)
  values ($1, $2, $3, coalesce(${NOW} + ${LENGTH}, 0))
  on conflict (name, key) do update set
    value = case when ${IS_OVER} then excluded.value else c.value + excluded.value end,
    ends_at = case when ${IS_OVER} then excluded.ends_at else c.ends_at end
  where ${IS_OVER} or cast($4 as bigint) is null or c.value + excluded.value <= $4
  returning key, value, ends_at`;

const SUBTRACT = `
  update shared_counters set value = value - 1
  where name = $1 and key = $2 and ends_at = $3 and value > 0`;

const PRUNE = `
  delete from shared_counters where name = $1 and key not in (
    select key from shared_counters where name = $1 order by ends_at desc limit $2
  )`;
