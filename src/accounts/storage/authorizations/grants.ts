import { type Grant, type GrantStore, isId } from '../../store/index.ts';
import type { RunBulk } from '../engine/engine.ts';
import { readPage } from '../engine/page.ts';
import { prepare, prepareRecord } from '../engine/prepare.ts';
import { grants } from '../schema/tables/authorizations.ts';
import type { Database } from '../schema/tables.ts';
import { summary } from './authorization-queries.ts';
import { deleteGrantsOfUser } from './grant-deletion.ts';

export function createGrantStore(db: Database, runBulk: RunBulk): GrantStore {
  const byId = prepareRecord(
    (db, userId: number, id: number) =>
      grantsWithApplication(db).where('user_id', '=', userId).where('grants.id', '=', id),
    toGrant,
  );
  const byApplication = prepareRecord(
    (db, userId: number, applicationId: number) =>
      grantsWithApplication(db).where('user_id', '=', userId).where('application_id', '=', applicationId),
    toGrant,
  );
  const byClientId = prepareRecord(
    (db, userId: number, clientId: string) =>
      grantsWithApplication(db).where('user_id', '=', userId).where('client_id', '=', clientId),
    toGrant,
  );
  const counter = prepare((db, userId: number) =>
    db.selectFrom('users').select('grant_count').where('id', '=', userId),
  );
  const page = { forwards: preparePage('asc'), backwards: preparePage('desc') };

  return {
    byId: (userId, id) => byId(db, userId, id),
    byApplication: (userId, applicationId) => byApplication(db, userId, applicationId),

    async list(userId, requested, clientId) {
      if (!isId(userId)) return { items: [], total: 0 };
      if (clientId !== undefined) {
        const grant = await byClientId(db, userId, clientId);
        return readPage(requested, grant ? 1 : 0, async () => (grant ? [grant] : []));
      }
      const count = (await counter(db, userId))[0]?.grant_count ?? 0;
      const { items, total } = await readPage(requested, count, ({ direction, limit, offset }) =>
        page[direction](db, userId, limit, offset),
      );
      return { items: items.map(toGrant), total };
    },

    async deleteWithTokens(userId, id, event) {
      if (!isId(userId) || !isId(id)) return false;
      const logged = (deleted: number) => (deleted > 0 ? event : undefined);
      return (await deleteGrantsOfUser(db, userId, { id, event: logged }, runBulk)) > 0;
    },

    async deleteAllWithTokens(userId, event) {
      return isId(userId) ? await deleteGrantsOfUser(db, userId, event ? { event } : {}, runBulk) : 0;
    },
  };
}

function grantsWithApplication(db: Database) {
  return db
    .selectFrom('grants')
    .innerJoin('applications', 'applications.id', 'application_id')
    .select(grants.columns)
    .select(summary.columns);
}

function preparePage(direction: 'asc' | 'desc') {
  return prepare((db, userId: number, limit: number, offset: number) =>
    grantsWithApplication(db)
      .where('user_id', '=', userId)
      .orderBy('grants.id', direction)
      .limit(limit)
      .offset(offset),
  );
}

function toGrant(row: Parameters<typeof grants.toRecord>[0] & Parameters<typeof summary.toRecord>[0]): Grant {
  const { applicationId: _, ...grant } = grants.toRecord(row);
  return { ...grant, application: summary.toRecord(row) };
}
