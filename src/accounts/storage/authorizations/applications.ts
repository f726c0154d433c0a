import { countChanged, retryWhileReferenced, updateRow } from '#database/database-errors.ts';
import { type ApplicationStore, isId } from '../../store/index.ts';
import { addEvent, changeWithEvent } from '../audit/audit.ts';
import type { RunBulk } from '../engine/engine.ts';
import { prepareRecord } from '../engine/prepare.ts';
import { commitIfDefined } from '../engine/transactions.ts';
import { applications } from '../schema/tables/applications.ts';
import type { Database } from '../schema/tables.ts';
import { deleteGrantsOfApplication, transactionForGrants } from './grant-deletion.ts';

export function createApplicationStore(db: Database, runBulk: RunBulk): ApplicationStore {
  const byClientId = prepareRecord(
    (db, clientId: string) => db.selectFrom('applications').selectAll().where('client_id', '=', clientId),
    applications.toRecord,
  );
  const byId = prepareRecord(
    (db, id: number) => db.selectFrom('applications').selectAll().where('id', '=', id),
    applications.toRecord,
  );

  return {
    async add(application, event) {
      return await commitIfDefined(db, async (transaction) => {
        const row = await transaction
          .insertInto('applications')
          .values(
            applications.toRow({ description: null, callbackUrl: null, isSuspended: false, ...application }),
          )
          .onConflict((conflict) => conflict.column('client_id').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row && event) await addEvent(transaction, event);
        return row && applications.toRecord(row);
      });
    },

    byId: (id) => byId(db, id),
    byClientId: (clientId) => byClientId(db, clientId),

    async update(id, change, event) {
      if (!isId(id)) return false;
      const columns = applications.toChanges(change);
      // An update without a column is an error in SQL.
      if (Object.keys(columns).length === 0) return (await byId(db, id)) !== undefined;
      return await changeWithEvent(db, event, (connection) =>
        updateRow(connection.updateTable('applications').set(columns).where('id', '=', id)),
      );
    },

    async delete(id, event) {
      if (!isId(id)) return false;
      const run = await transactionForGrants(db, { applicationId: id }, runBulk);
      return await retryWhileReferenced(() =>
        run(db, async (transaction) => {
          await deleteGrantsOfApplication(transaction, id);
          const deletion = transaction.deleteFrom('applications').where('id', '=', id);
          if ((await countChanged(deletion)) === 0) return false;
          if (event) await addEvent(transaction, event);
          return true;
        }),
      );
    },

    async revokeAll(id, event) {
      if (!isId(id)) return 0;
      const run = await transactionForGrants(db, { applicationId: id }, runBulk);
      return await run(db, async (transaction) => {
        const deleted = await deleteGrantsOfApplication(transaction, id);
        if (event) await addEvent(transaction, event);
        return deleted;
      });
    },

    async list() {
      return (await list(db).execute()).map(applications.toRecord);
    },

    async byOwner(ownerId) {
      if (!isId(ownerId)) return [];
      return (await list(db).where('owner_id', '=', ownerId).execute()).map(applications.toRecord);
    },
  };
}

function list(db: Database) {
  return db.selectFrom('applications').selectAll().orderBy('id');
}
