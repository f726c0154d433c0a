import { hash } from 'node:crypto';
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { isStorable, type SignInFailureStore } from '../authorizations/store.ts';
import { prepare } from './prepare.ts';
import { signInFailures } from './tables/sign-in.ts';
import type { Database, Tables } from './tables.ts';

/** Milliseconds. A window that ends later than this began before the clock was set back. */
const MAX_WINDOW = 25 * 24 * 60 * 60 * 1000;

export function createSignInFailureStore(db: Database): SignInFailureStore {
  const byKey = prepare((db, key: string) =>
    db.selectFrom('sign_in_failures').select(signInFailures.columns).where('key', '=', key),
  );

  return {
    async byKey(key) {
      const [row] = await byKey(db, toStoredKey(key));
      return row && signInFailures.toRecord(row);
    },

    async attempt(key, { at, window, limit, maxUnknown }) {
      const firstAt = 'sign_in_failures.first_at';
      const isWindowOver = (column: ExpressionBuilder<Tables, 'sign_in_failures'>) =>
        // A window in the future began before the clock was set back.
        column.or([column(firstAt, '<', at - window), column(firstAt, '>', at + window)]);
      const row = await db
        .insertInto('sign_in_failures')
        .values({
          key: toStoredKey(key),
          ...signInFailures.toRow({ count: 1, firstAt: at }),
          ends_at: at + window,
          is_known: maxUnknown === undefined ? 1 : 0,
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((column) => {
              const isOver = isWindowOver(column);
              const count = column('sign_in_failures.count', '+', 1);
              const begin = column.case().when(isOver).then(at).else(column.ref(firstAt)).end();
              return {
                count: column.case().when(isOver).then(1).else(count).end(),
                first_at: begin,
                ends_at: column(begin, '+', window),
                is_known: column.ref('excluded.is_known'),
              };
            })
            .where((column) =>
              column.or([column('sign_in_failures.count', '<', limit), isWindowOver(column)]),
            ),
        )
        .returning(signInFailures.columns)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.count === 1) await limitRows(db, at, maxUnknown);
      return signInFailures.toRecord(row);
    },

    async withdraw(key, firstAt) {
      await db
        .updateTable('sign_in_failures')
        .set((column) => ({ count: column('count', '-', 1) }))
        .where('key', '=', toStoredKey(key))
        .where('first_at', '=', firstAt)
        .where('count', '>', 0)
        .execute();
    },

    async clear(key) {
      await db.deleteFrom('sign_in_failures').where('key', '=', toStoredKey(key)).execute();
    },
  };
}

/** The key, or its digest where a database cannot store it because of its length or its characters. */
export function toStoredKey(key: string): string {
  if (key.length <= 255 && isStorable(key)) return key;
  return `sha256:${hash('sha256', Buffer.from(key, 'utf16le'), 'hex')}`;
}

/**
 * Limits the size of the table: for each new row, deletes up to two rows whose window is over, and up to two unknown rows
 * beyond the maximum. Each statement deletes one row, so that servers that do it at the same time do not deadlock.
 */
async function limitRows(db: Database, at: number, maxUnknown: number | undefined): Promise<void> {
  const isExpired = (column: Expressions) =>
    column.or([column('ends_at', '<', at), column('ends_at', '>', at + MAX_WINDOW)]);
  const oneExpired = db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('ends_at', '<', at)
    .orderBy('ends_at');
  const oneInFuture = db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('ends_at', '>', at + MAX_WINDOW);
  for (const key of [oneExpired, oneExpired, oneInFuture]) await deleteRow(db, key, isExpired);
  if (maxUnknown === undefined) return;
  const oldest = db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('is_known', '=', 0)
    .orderBy('first_at')
    .orderBy('key');
  const isBeyond = (column: Expressions) =>
    column.and([
      column('is_known', '=', 0),
      column(
        column
          .selectFrom('sign_in_failures as all')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('all.is_known', '=', 0),
        '>',
        maxUnknown,
      ),
    ]);
  for (const key of [oldest, oldest]) await deleteRow(db, key, isBeyond);
}

/** @param condition is checked again on the locked row, because another attempt may have changed it meanwhile. */
async function deleteRow(
  db: Database,
  key: SelectQueryBuilder<Tables, 'sign_in_failures', { key: string }>,
  condition: (column: Expressions) => Expression<SqlBool>,
): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', key.limit(1)).where(condition).execute();
}

type Expressions = ExpressionBuilder<Tables, 'sign_in_failures'>;
