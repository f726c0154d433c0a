import { type Grant, type GrantStore, isId, isStorable } from '../store/index.ts';
import { summary } from './authorization-queries.ts';
import type { RunBulk } from './engine.ts';
import { deleteGrantsOfUser } from './grant-deletion.ts';
import { readPage, toWindow } from './page.ts';
import { prepare } from './prepare.ts';
import { grants } from './tables/authorizations.ts';
import type { Database } from './tables.ts';

export function createGrantStore(db: Database, runBulk: RunBulk): GrantStore {
  const byId = prepare((db, userId: number, id: number) =>
    grantsWithApplication(db).where('user_id', '=', userId).where('grants.id', '=', id),
  );
  const byApplication = prepare((db, userId: number, applicationId: number) =>
    grantsWithApplication(db).where('user_id', '=', userId).where('application_id', '=', applicationId),
  );
  const byClientId = prepare((db, userId: number, clientId: string) =>
    grantsWithApplication(db).where('user_id', '=', userId).where('client_id', '=', clientId),
  );
  const counter = prepare((db, userId: number) =>
    db.selectFrom('users').select('grant_count').where('id', '=', userId),
  );
  const page = { forwards: preparePage('asc'), backwards: preparePage('desc') };

  return {
    async byId(userId, id) {
      if (!isId(userId) || !isId(id)) return undefined;
      const [row] = await byId(db, userId, id);
      return row && toGrant(row);
    },

    async byApplication(userId, applicationId) {
      if (!isId(userId) || !isId(applicationId)) return undefined;
      const [row] = await byApplication(db, userId, applicationId);
      return row && toGrant(row);
    },

    async list(userId, asked, clientId) {
      if (!isId(userId)) return { items: [], total: 0 };
      if (clientId !== undefined) {
        const rows = isStorable(clientId) ? await byClientId(db, userId, clientId) : [];
        return { items: toWindow(asked, rows.length) ? rows.map(toGrant) : [], total: rows.length };
      }
      const count = (await counter(db, userId))[0]?.grant_count ?? 0;
      const { items, total } = await readPage(asked, count, ({ direction, limit, offset }) =>
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
