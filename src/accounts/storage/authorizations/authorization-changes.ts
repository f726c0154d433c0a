import { countChanged, isUniqueViolation } from '#database/database-errors.ts';
import { type AuthorizationStore, isId, isStorable } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import { commitIfDefined, lockUser } from '../engine/transactions.ts';
import { authorizations, computeUniquenessKey } from '../schema/tables/authorizations.ts';
import type { Database } from '../schema/tables.ts';
import { isPersonal, prepareByHashedToken, prepareById } from './authorization-queries.ts';
import { removeFromGrant } from './grant-scopes.ts';

/** Changes of a token after its creation. */
export function createAuthorizationChanges(
  db: Database,
): Pick<AuthorizationStore, 'update' | 'replaceToken' | 'regenerate'> {
  const byId = prepareById();
  const byHashedToken = prepareByHashedToken();

  return {
    async update(userId, id, decide, at, event) {
      if (!isId(userId) || !isId(id)) return undefined;
      try {
        return await commitIfDefined(db, async (transaction) => {
          await lockUser(transaction, userId);
          const current = await byId(transaction, userId, id);
          if (current === undefined) return undefined;
          const applicationId = current.application?.id ?? null;
          const change = decide(current);
          const { note = current.note, fingerprint = current.fingerprint } = change;
          await transaction
            .updateTable('authorizations')
            .set({
              ...authorizations.toChanges({ ...change, updatedAt: at }),
              slot: computeUniquenessKey({ applicationId, origin: current.origin, note, fingerprint }),
            })
            .where('id', '=', id)
            .execute();
          if (applicationId !== null && change.scopes !== undefined)
            await removeFromGrant(transaction, { userId, applicationId, at }, 0, change.scopes);
          const changed = await byId(transaction, userId, id);
          if (changed && event) await addEvent(transaction, event(changed));
          return changed;
        });
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },

    async replaceToken(applicationId, hashedToken, token, at, event) {
      if (!isId(applicationId) || !isStorable(hashedToken)) return undefined;
      return await commitIfDefined(db, async (transaction) => {
        const replacement = transaction
          .updateTable('authorizations')
          .set(authorizations.toChanges({ ...token, updatedAt: at }))
          .where('application_id', '=', applicationId)
          .where('hashed_token', '=', hashedToken);
        if ((await countChanged(replacement)) === 0) return undefined;
        const replaced = await byHashedToken(transaction, token.hashedToken);
        if (replaced && event) await addEvent(transaction, event(replaced.authorization));
        return replaced;
      });
    },

    async regenerate(userId, id, token, at, event) {
      if (!isId(userId) || !isId(id)) return undefined;
      return await commitIfDefined(db, async (transaction) => {
        await transaction
          .updateTable('authorizations')
          .set(authorizations.toChanges({ ...token, updatedAt: at }))
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .where(isPersonal)
          .execute();
        const renewed = await byHashedToken(transaction, token.hashedToken);
        if (renewed && event) await addEvent(transaction, event(renewed.authorization));
        return renewed?.authorization;
      });
    },
  };
}
