import type { Selectable } from 'kysely';
import type { Application, ApplicationStore, ApplicationSummary } from '../authorizations/store.ts';
import { isUniqueViolation } from './database-error.ts';
import { prepare } from './prepare.ts';
import { isId, isStorable } from './storable.ts';
import type { ApplicationsTable, Database } from './tables.ts';

export function createApplicationStore(db: Database): ApplicationStore {
  const byClientId = prepare((db, clientId: string) =>
    db.selectFrom('applications').selectAll().where('client_id', '=', clientId),
  );

  return {
    async add(application) {
      const row = await db
        .insertInto('applications')
        .values({
          name: application.name,
          url: application.url,
          client_id: application.clientId,
          secret_digest: application.secretDigest,
          owner_id: application.ownerId,
          created_at: application.createdAt,
          updated_at: application.updatedAt,
        })
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .returningAll()
        .executeTakeFirst();
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
      const thisOne = db.selectFrom('applications').select('id').where('id', '=', id);
      if (Object.keys(columns).length === 0) return (await thisOne.execute()).length > 0;
      try {
        const { numUpdatedRows } = await db
          .updateTable('applications')
          .set(columns)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async list() {
      return (await db.selectFrom('applications').selectAll().orderBy('id').execute()).map(toApplication);
    },
  };
}

export const summaryColumns = [
  'applications.id as application_id',
  'applications.name as application_name',
  'applications.url as application_url',
  'applications.client_id as application_client_id',
] as const;

export interface SummaryRow {
  application_id: number;
  application_name: string;
  application_url: string;
  application_client_id: string;
}

/** Null where the application was joined to a personal token. */
export function toSummary(row: SummaryRow): ApplicationSummary;
export function toSummary(
  row: { [Column in keyof SummaryRow]: SummaryRow[Column] | null },
): ApplicationSummary | null;
export function toSummary(row: { [Column in keyof SummaryRow]: SummaryRow[Column] | null }) {
  const {
    application_id: id,
    application_name: name,
    application_url: url,
    application_client_id: clientId,
  } = row;
  return id === null || name === null || url === null || clientId === null
    ? null
    : { id, name, url, clientId };
}

function toApplication(row: Selectable<ApplicationsTable>): Application {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    clientId: row.client_id,
    secretDigest: row.secret_digest,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toChangedColumns(change: Parameters<ApplicationStore['update']>[1]) {
  return {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.url !== undefined && { url: change.url }),
    ...(change.clientId !== undefined && { client_id: change.clientId }),
    ...(change.secretDigest !== undefined && { secret_digest: change.secretDigest }),
    ...(change.ownerId !== undefined && { owner_id: change.ownerId }),
    ...(change.updatedAt !== undefined && { updated_at: change.updatedAt }),
  };
}
