import { countChanged, ignoreIfDeleted } from '#database/database-errors.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { type AuthorizationCodeStore, isId, isStorable } from '../../store/index.ts';
import { lockUser, runTransaction } from '../engine/transactions.ts';
import { authorizationCodes } from '../schema/tables/codes.ts';
import type { Database } from '../schema/tables.ts';
import { addConsent, findGrant } from './grant-scopes.ts';

export function createAuthorizationCodeStore(db: Database): AuthorizationCodeStore {
  return {
    async add(code, at, consent) {
      await deleteExpired(db, at);
      const adding = runTransaction(db, async (transaction) => {
        await lockUser(transaction, code.userId);
        if (consent) await addConsent(transaction, { ...code, at: formatApiTime(at) }, consent);
        else if (!(await findGrant(transaction, code))) return false;
        await transaction.insertInto('authorization_codes').values(authorizationCodes.toRow(code)).execute();
        return true;
      });
      // No application can exchange a code of a deleted record.
      return (await ignoreIfDeleted(adding)) ?? true;
    },

    async take(digest, at) {
      if (!isStorable(digest)) return undefined;
      const row = await db
        .updateTable('authorization_codes')
        .set({ redeemed_at: at })
        .where('digest', '=', digest)
        .where('redeemed_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      return row && row.expires_at > at ? authorizationCodes.toRecord(row) : undefined;
    },

    async replay(digest, applicationId) {
      if (!isStorable(digest) || !isId(applicationId)) return undefined;
      const row = await db
        .updateTable('authorization_codes')
        .set({ is_replayed: 1 })
        .where('digest', '=', digest)
        .where('application_id', '=', applicationId)
        .where('redeemed_at', 'is not', null)
        .returning(['user_id', 'authorization_id'])
        .executeTakeFirst();
      return row && { userId: row.user_id, authorizationId: row.authorization_id };
    },
  };
}

/**
 * Records the token that was made of a code, in the caller's transaction. False when the code was deleted or was presented
 * again: of `linkToCode` and `replay` at the same time, the later one finds what the other one wrote.
 */
export async function linkToCode(db: Database, digest: string, authorizationId: number): Promise<boolean> {
  const link = db
    .updateTable('authorization_codes')
    .set({ authorization_id: authorizationId })
    .where('digest', '=', digest)
    .where('is_replayed', '=', 0);
  return (await countChanged(link)) > 0;
}

/** Deletes a limited number of expired codes, so that a request is not delayed. A code with a token is deleted with it. */
async function deleteExpired(db: Database, at: number): Promise<void> {
  const expired = db
    .selectFrom('authorization_codes')
    .select('digest')
    .where('expires_at', '<=', at)
    .where('authorization_id', 'is', null)
    .limit(100);
  await db.deleteFrom('authorization_codes').where('digest', 'in', expired).execute();
}
