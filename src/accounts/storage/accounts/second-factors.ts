import { countChanged, ignoreIfDeleted } from '#database/database-errors.ts';
import { isId, isStorable, type OneTimePasswordStore, type RecoveryCodeStore } from '../../store/index.ts';
import { addEvent, changeWithEvent } from '../audit/audit.ts';
import { splitBatches } from '../engine/batches.ts';
import { lockUser, runTransaction } from '../engine/transactions.ts';
import type { Database } from '../schema/tables.ts';

export function createOneTimePasswordStore(db: Database): OneTimePasswordStore {
  return {
    async spend(userId, step) {
      const use = db
        .updateTable('users')
        .set({ last_one_time_password_step: step })
        .where('id', '=', userId)
        .where('last_one_time_password_step', '<', step);
      return (await countChanged(use)) > 0;
    },
  };
}

/** A spent code is deleted. */
export function createRecoveryCodeStore(db: Database): RecoveryCodeStore {
  return {
    async replace(userId, digests, event) {
      if (!isId(userId)) return;
      const replacing = runTransaction(db, async (transaction) => {
        // The codes of one of two concurrent replacements remain, and not those of both.
        await lockUser(transaction, userId);
        await replaceRecoveryCodes(transaction, userId, digests);
        if (event) await addEvent(transaction, event);
      });
      await ignoreIfDeleted(replacing);
    },

    async spend(userId, digest, event) {
      if (!isId(userId) || !isStorable(digest)) return false;
      return await changeWithEvent(db, event, async (connection) => {
        const code = connection.deleteFrom('recovery_codes');
        return (await countChanged(code.where('user_id', '=', userId).where('digest', '=', digest))) > 0;
      });
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

/** Replaces the codes in the caller's transaction, which has locked the user's row. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: number,
  digests: readonly string[],
): Promise<void> {
  const rows = [...new Set(digests)].map((digest) => ({ user_id: userId, digest }));
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  for (const batch of splitBatches(rows)) await db.insertInto('recovery_codes').values(batch).execute();
}
