import { hash } from 'node:crypto';
import { isStorable, type SignInFailureStore } from '../authorizations/store.ts';
import { prepare } from './prepare.ts';
import type { Database } from './tables.ts';

const DAY = 24 * 60 * 60 * 1000;

export function createSignInFailureStore(db: Database): SignInFailureStore {
  const byKey = prepare((db, key: string) =>
    db.selectFrom('sign_in_failures').select(['count', 'first_at']).where('key', '=', key),
  );

  return {
    async byKey(key) {
      const [row] = await byKey(db, toStoredKey(key));
      return row && { count: row.count, firstAt: row.first_at };
    },

    async add(key, at, window) {
      const row = await db
        .insertInto('sign_in_failures')
        .values({ key: toStoredKey(key), count: 1, first_at: at })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((column) => {
            const firstAt = 'sign_in_failures.first_at';
            const isOver = column.or([
              column(firstAt, '<', at - window),
              // Of before the clock was set back.
              column(firstAt, '>', at + window),
            ]);
            const count = column('sign_in_failures.count', '+', 1);
            return {
              count: column.case().when(isOver).then(1).else(count).end(),
              first_at: column.case().when(isOver).then(at).else(column.ref(firstAt)).end(),
            };
          }),
        )
        .returning(['count', 'first_at'])
        .executeTakeFirstOrThrow();
      if (row.count === 1) await forget(db, at - Math.max(window, DAY));
      return { count: row.count, firstAt: row.first_at };
    },

    async clear(key) {
      await db.deleteFrom('sign_in_failures').where('key', '=', toStoredKey(key)).execute();
    },
  };
}

/** A key of any length and with any character can be kept: where the database would not take it, as its digest. */
export function toStoredKey(key: string): string {
  if (key.length <= 255 && isStorable(key)) return key;
  return `sha256:${hash('sha256', Buffer.from(key, 'utf16le'), 'hex')}`;
}

/** Keeps the table from growing without end; a few rows at a time, so that nobody waits for it. */
async function forget(db: Database, before: number): Promise<void> {
  const old = db.selectFrom('sign_in_failures').select('key').where('first_at', '<', before).limit(100);
  await db.deleteFrom('sign_in_failures').where('key', 'in', old).execute();
}
