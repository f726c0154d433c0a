import { countChanged } from '#database/database-errors.ts';
import { type AuthorizationStore, isId } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import type { RunBulk } from '../engine/engine.ts';
import { readPage } from '../engine/page.ts';
import { prepareRecord } from '../engine/prepare.ts';
import { addToCounters, lockUser, transactionForUser } from '../engine/transactions.ts';
import { authorizations } from '../schema/tables/authorizations.ts';
import type { Database } from '../schema/tables.ts';
import {
  authorizationsWithApplication,
  isPersonal,
  toAuthorization,
  withApplication,
} from './authorization-queries.ts';

type PersonalStore = Pick<AuthorizationStore, 'listPersonal' | 'personalById' | 'deleteAllPersonal'>;

/** Tokens that users created for themselves. */
export function createPersonalAuthorizations(db: Database, runBulk: RunBulk): PersonalStore {
  const byId = prepareRecord(
    (db, id: number) =>
      authorizationsWithApplication(db).where('authorizations.id', '=', id).where(isPersonal),
    toAuthorization,
  );

  return {
    async listPersonal(requested, userId, first = 'oldest') {
      if (userId !== undefined && !isId(userId)) return { items: [], total: 0 };
      let personal = db.selectFrom('authorizations').where(isPersonal);
      if (userId !== undefined) personal = personal.where('user_id', '=', userId);
      const { total } = await personal
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { items } = await readPage(requested, total, ({ direction, limit, offset }) =>
        personal
          .select(authorizations.columns)
          .orderBy('id', (direction === 'forwards') === (first === 'oldest') ? 'asc' : 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      );
      return { items: items.map((row) => withApplication(row, null)), total };
    },

    personalById: (id) => byId(db, id),

    async deleteAllPersonal(userId, event) {
      if (!isId(userId)) return 0;
      const run = await transactionForUser(db, userId, runBulk);
      return await run(db, async (transaction) => {
        await lockUser(transaction, userId);
        const deleted = await countChanged(
          transaction.deleteFrom('authorizations').where('user_id', '=', userId).where(isPersonal),
        );
        if (deleted > 0) await addToCounters(transaction, userId, { authorizations: -deleted });
        if (event) await addEvent(transaction, event(deleted));
        return deleted;
      });
    },
  };
}
