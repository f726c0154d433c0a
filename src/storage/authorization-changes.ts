import { type AuthorizationStore, isId, isStorable } from '../store/index.ts';
import { addEvent } from './audit.ts';
import {
  isPersonal,
  owner,
  prepareByHashedToken,
  prepareById,
  toAuthorization,
} from './authorization-queries.ts';
import { isUniqueViolation } from './database-errors.ts';
import { removeFromGrant } from './grant-scopes.ts';
import { authorizations, toUniquenessKey } from './tables/authorizations.ts';
import type { Database } from './tables.ts';
import { commitIfDefined, lockUser } from './transactions.ts';

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
          const [row] = await byId(transaction, userId, id);
          if (row === undefined) return undefined;
          const current = toAuthorization(row);
          const applicationId = row.application_id;
          const change = decide(current);
          const { note = current.note, fingerprint = current.fingerprint } = change;
          await transaction
            .updateTable('authorizations')
            .set({
              ...authorizations.toChanges({ ...change, updatedAt: at }),
              slot: toUniquenessKey({ applicationId, origin: current.origin, note, fingerprint }),
            })
            .where('id', '=', id)
            .execute();
          if (applicationId !== null && change.scopes !== undefined)
            await removeFromGrant(transaction, { userId, applicationId, at }, 0, change.scopes);
          const [changedRow] = await byId(transaction, userId, id);
          const changed = changedRow && toAuthorization(changedRow);
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
        const { numUpdatedRows } = await transaction
          .updateTable('authorizations')
          .set(authorizations.toChanges({ ...token, updatedAt: at }))
          .where('application_id', '=', applicationId)
          .where('hashed_token', '=', hashedToken)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return undefined;
        const [row] = await byHashedToken(transaction, token.hashedToken);
        const authorization = row && toAuthorization(row);
        if (authorization && event) await addEvent(transaction, event(authorization));
        return authorization && { authorization, user: owner.toRecord(row) };
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
        const [row] = await byHashedToken(transaction, token.hashedToken);
        const renewed = row && toAuthorization(row);
        if (renewed && event) await addEvent(transaction, event(renewed));
        return renewed;
      });
    },
  };
}
