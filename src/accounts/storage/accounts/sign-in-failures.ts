import { hash } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { isStorable, type SignInFailureStore } from '../../store/index.ts';
import { prepareRecord } from '../engine/prepare.ts';
import { signInFailures } from '../schema/tables/sign-in.ts';
import type { Database, Tables } from '../schema/tables.ts';

/** Milliseconds. A window that ends later than this began before the clock was set back. */
const MAX_WINDOW = 25 * 24 * 60 * 60 * 1000;

export function createSignInFailureStore(db: Database): SignInFailureStore {
  const byKey = prepareRecord(
    (db, key: string) =>
      db.selectFrom('sign_in_failures').select(signInFailures.columns).where('key', '=', key),
    signInFailures.toRecord,
  );

  return {
    byKey: (key) => byKey(db, toStoredKey(key)),

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
              const begin = column.case().when(isOver).then(column.val(at)).else(column.ref(firstAt)).end();
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
 * Limits the size of the table: for each new row, deletes up to three rows whose window is over, and up to two unknown rows
 * beyond the maximum. Each statement deletes one row, so that servers that do it at the same time do not deadlock.
 */
async function limitRows(db: Database, at: number, maxUnknown: number | undefined): Promise<void> {
  const rows = await findRows(db, at, maxUnknown);
  for (const { key, beyond } of rows) {
    await db
      .deleteFrom('sign_in_failures')
      .where('key', '=', key)
      // Again, because another attempt may have changed it meanwhile.
      .where((column) => (beyond ? isBeyond(column, maxUnknown) : isExpired(column, at)))
      .execute();
  }
}

/** The rows to delete: usually none. */
async function findRows(
  db: Database,
  at: number,
  maxUnknown: number | undefined,
): Promise<{ key: string; beyond: number }[]> {
  const keys = db.selectFrom('sign_in_failures').select('key');
  const expired = keys.where('ends_at', '<', at).orderBy('ends_at').limit(2);
  const inFuture = keys.where('ends_at', '>', at + MAX_WINDOW).limit(1);
  const oldest = keys
    .where((column) => isBeyond(column, maxUnknown))
    .orderBy('first_at')
    .orderBy('key')
    .limit(2);
  // SQLite permits a limit in a part of a union only in a subquery.
  const part = (rows: typeof expired, beyond: number) =>
    db.selectFrom(rows.as('rows')).select(['key', sql.lit(beyond).as('beyond')]);
  const all = part(expired, 0).unionAll(part(inFuture, 0));
  return await (maxUnknown === undefined ? all : all.unionAll(part(oldest, 1))).execute();
}

type Expressions = ExpressionBuilder<Tables, 'sign_in_failures'>;

function isExpired(column: Expressions, at: number) {
  return column.or([column('ends_at', '<', at), column('ends_at', '>', at + MAX_WINDOW)]);
}

/** Whether a row is unknown, and there are more of them than the maximum. */
function isBeyond(column: Expressions, maxUnknown = Infinity) {
  const unknown = column
    .selectFrom('sign_in_failures as all')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('all.is_known', '=', 0);
  return column.and([column('is_known', '=', 0), column(unknown, '>', maxUnknown)]);
}
