import type { Selectable } from 'kysely';
import { type Application, type ApplicationStore, isStorable } from '../authorizations/store.ts';
import { deleteGrantsOfApplication } from './grant-deletion.ts';
import { prepare } from './prepare.ts';
import { isId } from './storable.ts';
import type { ApplicationsTable, Database } from './tables.ts';
import { untilUnreferenced } from './until-unreferenced.ts';
import { updateRow } from './update-row.ts';

export function createApplicationStore(db: Database): ApplicationStore {
  const byClientId = prepare((db, clientId: string) =>
    db.selectFrom('applications').selectAll().where('client_id', '=', clientId),
  );

  const byId = prepare((db, id: number) => db.selectFrom('applications').selectAll().where('id', '=', id));

  return {
    async add(application) {
      const row = await db
        .insertInto('applications')
        .values({
          name: application.name,
          url: application.url,
          description: application.description ?? null,
          callback_url: application.callbackUrl ?? null,
          client_id: application.clientId,
          secret_digest: application.secretDigest,
          is_suspended: application.isSuspended ? 1 : 0,
          owner_id: application.ownerId,
          created_at: application.createdAt,
          updated_at: application.updatedAt,
        })
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toApplication(row);
    },

    async byId(id) {
      if (!isId(id)) return undefined;
      const [row] = await byId(db, id);
      return row && toApplication(row);
    },

    async byClientId(clientId) {
      if (!isStorable(clientId)) return undefined;
      const [row] = await byClientId(db, clientId);
      return row && toApplication(row);
    },

    async update(id, change) {
      if (!isId(id)) return false;
      const columns = toChangedColumns(change);
      return await updateRow(
        db
          .updateTable('applications')
          .set((column) => ({ created_at: column.ref('created_at'), ...columns }))
          .where('id', '=', id),
      );
    },

    async delete(id) {
      if (!isId(id)) return false;
      return await untilUnreferenced(() =>
        db.transaction().execute(async (transaction) => {
          await deleteGrantsOfApplication(transaction, id);
          const { numDeletedRows } = await transaction
            .deleteFrom('applications')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          return numDeletedRows > 0n;
        }),
      );
    },

    async revokeAll(id) {
      if (!isId(id)) return 0;
      return await db.transaction().execute((transaction) => deleteGrantsOfApplication(transaction, id));
    },

    async list() {
      return (await applications(db).execute()).map(toApplication);
    },

    async byOwner(ownerId) {
      if (!isId(ownerId)) return [];
      return (await applications(db).where('owner_id', '=', ownerId).execute()).map(toApplication);
    },
  };
}

function applications(db: Database) {
  return db.selectFrom('applications').selectAll().orderBy('id');
}

function toApplication(row: Selectable<ApplicationsTable>): Application {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    description: row.description,
    callbackUrl: row.callback_url,
    clientId: row.client_id,
    secretDigest: row.secret_digest,
    isSuspended: row.is_suspended === 1,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toChangedColumns(change: Parameters<ApplicationStore['update']>[1]) {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.url !== undefined && { url: change.url }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.callbackUrl !== undefined && { callback_url: change.callbackUrl }),
    ...(change.clientId !== undefined && { client_id: change.clientId }),
    ...(change.secretDigest !== undefined && { secret_digest: change.secretDigest }),
    ...(change.isSuspended !== undefined && { is_suspended: change.isSuspended ? 1 : 0 }),
    ...(change.ownerId !== undefined && { owner_id: change.ownerId }),
    ...(change.updatedAt !== undefined && { updated_at: change.updatedAt }),
  };
}
