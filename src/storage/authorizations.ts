import type { AuthorizationStore } from '../authorizations/store.ts';
import { attempt } from './attempt.ts';
import { listAuthorizations } from './authorization-list.ts';
import { authorizations, toAuthorization } from './authorization-rows.ts';
import { narrowGrant, widenGrant } from './grant-scopes.ts';
import { prepare } from './prepare.ts';
import { toScopesText } from './scopes.ts';
import { toSlot } from './slots.ts';
import { isId, isStorable } from './storable.ts';
import type { Database } from './tables.ts';
import { ownerColumns, toOwner } from './users.ts';

/** Whoever adds or removes a token changes the user's counter first: that locks the user's row to the others. */
export function createAuthorizationStore(db: Database): AuthorizationStore {
  const byId = prepare((db, userId: number, id: number) =>
    authorizations(db).where('user_id', '=', userId).where('authorizations.id', '=', id),
  );
  const bySlot = prepare((db, userId: number, slot: string | null) =>
    authorizations(db).where('user_id', '=', userId).where('slot', '=', slot),
  );
  const byHashedToken = prepare((db, hashedToken: string) =>
    authorizations(db)
      .innerJoin('users', 'users.id', 'user_id')
      .select(ownerColumns)
      .where('hashed_token', '=', hashedToken),
  );

  const store: AuthorizationStore = {
    async create(authorization) {
      const { userId, applicationId, scopes, at } = authorization;
      return await attempt(db, async (transaction) => {
        await transaction
          .updateTable('users')
          .set((column) => ({ authorization_count: column('authorization_count', '+', 1) }))
          .where('id', '=', userId)
          .execute();
        if (applicationId !== null) await widenGrant(transaction, { userId, applicationId, scopes, at });
        const added = await transaction
          .insertInto('authorizations')
          .values({
            user_id: userId,
            application_id: applicationId,
            hashed_token: authorization.hashedToken,
            token_last_eight: authorization.tokenLastEight,
            note: authorization.note,
            note_url: authorization.noteUrl,
            scopes: toScopesText(scopes),
            fingerprint: authorization.fingerprint,
            slot: toSlot(authorization),
            created_at: at,
            updated_at: at,
          })
          .onConflict((conflict) => conflict.columns(['user_id', 'slot']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added === undefined) return undefined;
        const [row] = await byId(transaction, userId, added.id);
        return row && toAuthorization(row);
      });
    },

    async getOrCreate(authorization) {
      const slot = toSlot(authorization);
      for (;;) {
        const [row] = await bySlot(db, authorization.userId, slot);
        if (row !== undefined) return { authorization: toAuthorization(row), created: false };
        const created = await store.create(authorization);
        if (created !== undefined) return { authorization: created, created: true };
        // Somebody else was quicker: the next read finds theirs, unless it is deleted already.
      }
    },

    async byId(userId, id) {
      if (!isId(userId) || !isId(id)) return undefined;
      const [row] = await byId(db, userId, id);
      return row && toAuthorization(row);
    },

    async byHashedToken(hashedToken) {
      if (!isStorable(hashedToken)) return undefined;
      const [row] = await byHashedToken(db, hashedToken);
      return row && { authorization: toAuthorization(row), user: toOwner(row) };
    },

    list: listAuthorizations(db),

    async delete(userId, id, at) {
      if (!isId(userId) || !isId(id)) return false;
      const deleted = await attempt(db, async (transaction) => {
        await transaction
          .updateTable('users')
          .set((column) => ({ authorization_count: column('authorization_count', '-', 1) }))
          .where('id', '=', userId)
          .execute();
        const token = await transaction
          .deleteFrom('authorizations')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('application_id as applicationId')
          .executeTakeFirst();
        if (token === undefined) return undefined;
        const { applicationId } = token;
        if (applicationId !== null) await narrowGrant(transaction, { userId, applicationId, at });
        return true;
      });
      return deleted === true;
    },
  };
  return store;
}
