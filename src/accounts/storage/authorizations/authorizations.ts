import { countChanged, rejectIfDeleted } from '#database/database-errors.ts';
import { type Authorization, type AuthorizationStore, type FlowCode, isId } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import type { RunBulk } from '../engine/engine.ts';
import { prepareRecord } from '../engine/prepare.ts';
import {
  addToCounters,
  commitIfDefined,
  lockUser,
  repeatWhileUndefined,
  runTransaction,
} from '../engine/transactions.ts';
import { computeUniquenessKey } from '../schema/tables/authorizations.ts';
import type { Database } from '../schema/tables.ts';
import { createAuthorizationChanges } from './authorization-changes.ts';
import { linkToCode } from './authorization-codes.ts';
import { addAuthorization, deleteOldestOfFlow } from './authorization-creation.ts';
import { listAuthorizations } from './authorization-list.ts';
import {
  authorizationsWithApplication,
  prepareByHashedToken,
  prepareById,
  toAuthorization,
} from './authorization-queries.ts';
import { touchAuthorizations } from './authorization-uses.ts';
import { deleteGrantedCode } from './device-codes.ts';
import { removeFromGrant } from './grant-scopes.ts';
import { addApproval } from './organization-approvals.ts';
import { createPersonalAuthorizations } from './personal-authorizations.ts';

export function createAuthorizationStore(db: Database, runBulk: RunBulk): AuthorizationStore {
  const byId = prepareById();
  const byHashedToken = prepareByHashedToken();
  const byUniquenessKey = prepareRecord(
    (db, userId: number, slot: string | null) =>
      authorizationsWithApplication(db).where('user_id', '=', userId).where('slot', '=', slot),
    toAuthorization,
  );

  const store: AuthorizationStore = {
    ...createAuthorizationChanges(db),
    ...createPersonalAuthorizations(db, runBulk),
    list: listAuthorizations(db),
    touch: touchAuthorizations(db),

    async create(authorization, event) {
      const adding = commitIfDefined(db, (transaction) =>
        addAuthorization(transaction, authorization, event),
      );
      return await rejectIfDeleted(adding);
    },

    async createInFlow({ organizationIds = [], ...asked }, max, code, event) {
      const authorization = { ...asked, origin: 'flow' as const };
      const adding = commitIfDefined(db, async (transaction) => {
        const created = await addAuthorization(transaction, authorization, event);
        if (created === undefined) throw new Error('A token of a flow has no uniqueness key.');
        await deleteOldestOfFlow(transaction, authorization, max);
        if (!(await redeemCode(transaction, code, created.id))) return undefined;
        for (const id of organizationIds) await addApproval(transaction, created.id, id, asked.at);
        return created;
      });
      return await rejectIfDeleted(adding);
    },

    async getOrCreate(authorization, event) {
      const slot = computeUniquenessKey(authorization);
      return await repeatWhileUndefined<{ authorization: Authorization; created: boolean }>(async () => {
        const known = await byUniquenessKey(db, authorization.userId, slot);
        if (known) return { result: { authorization: known, created: false } };
        const created = await store.create(authorization, event);
        // Otherwise another request created it first: the next read finds it, unless it is deleted already.
        return created && { result: { authorization: created, created: true } };
      });
    },

    async replaceImpersonation(authorization, event) {
      const { userId } = authorization;
      const replacing = runTransaction(db, async (transaction) => {
        await lockUser(transaction, userId);
        const all = transaction.deleteFrom('authorizations').where('user_id', '=', userId);
        const deleted = await countChanged(all.where('slot', '=', impersonationKey));
        await addToCounters(transaction, userId, { authorizations: -deleted });
        const created = await addAuthorization(
          transaction,
          { ...authorization, origin: 'impersonation' },
          event,
        );
        if (created === undefined) throw new Error('The row of the user is not locked.');
        return created;
      });
      return await rejectIfDeleted(replacing);
    },

    byId: (userId, id) => byId(db, userId, id),
    byHashedToken: (hashedToken) => byHashedToken(db, hashedToken),
    impersonation: (userId) => byUniquenessKey(db, userId, impersonationKey),

    async delete(userId, id, at, { hashedToken, event } = {}) {
      if (!isId(userId) || !isId(id)) return false;
      const deleted = await commitIfDefined(db, async (transaction) => {
        await lockUser(transaction, userId);
        const token = await transaction
          .deleteFrom('authorizations')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .$if(hashedToken !== undefined, (query) => query.where('hashed_token', '=', hashedToken ?? ''))
          .returning('application_id as applicationId')
          .executeTakeFirst();
        if (token === undefined) return undefined;
        const { applicationId } = token;
        await addToCounters(transaction, userId, { authorizations: -1 });
        if (applicationId !== null) await removeFromGrant(transaction, { userId, applicationId, at }, 1);
        if (event) await addEvent(transaction, event);
        return true;
      });
      return deleted === true;
    },
  };
  return store;
}

/**
 * Redeems the code that a token is made of, in the caller's transaction. The caller has locked the user's row, so a
 * revocation runs before it and has deleted the code, or after it and finds the token.
 */
async function redeemCode(
  db: Database,
  code: FlowCode | undefined,
  authorizationId: number,
): Promise<boolean> {
  if (code === undefined) return true;
  if ('deviceCode' in code) return await deleteGrantedCode(db, code.deviceCode);
  return await linkToCode(db, code.authorizationCode, authorizationId);
}

const impersonationKey = computeUniquenessKey({
  applicationId: null,
  origin: 'impersonation',
  note: null,
  fingerprint: null,
});
