import { isStorable, type RecoveryCodeStore } from '../authorizations/store.ts';
import { inPortions } from './batches.ts';
import { ignoreIfDeleted } from './database-errors.ts';
import { isId } from './storable.ts';
import type { Database } from './tables.ts';
import { lockUser } from './user-counters.ts';

/** A spent code is deleted: nothing asks for it any more. */
export function createRecoveryCodeStore(db: Database): RecoveryCodeStore {
  return {
    async replace(userId, digests) {
      if (!isId(userId)) return;
      const rows = [...new Set(digests)].map((digest) => ({ user_id: userId, digest }));
      const replacing = db.transaction().execute(async (transaction) => {
        // Of two who replace at once, the codes of one remain, not those of both.
        await lockUser(transaction, userId);
        await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        for (const portion of inPortions(rows)) {
          await transaction.insertInto('recovery_codes').values(portion).execute();
        }
      });
      await ignoreIfDeleted(replacing);
    },

    async spend(userId, digest) {
      if (!isId(userId) || !isStorable(digest)) return false;
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('digest', '=', digest)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    async count(userId) {
      if (!isId(userId)) return 0;
      const { count } = await db
        .selectFrom('recovery_codes')
        .select((column) => column.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}
