import { sql } from 'kysely';
import { type ApplicationSummary, type AuthorizationStore, isId, isStorable } from '../../store/index.ts';
import { readPage } from '../engine/page.ts';
import { prepare } from '../engine/prepare.ts';
import { authorizations } from '../schema/tables/authorizations.ts';
import type { Database } from '../schema/tables.ts';
import { summary, withApplication } from './authorization-queries.ts';

/**
 * A page costs the same for any number of tokens: totals are counters, an index has the order of the list, and the pages
 * near the end are read from the end.
 */
export function listAuthorizations(db: Database): AuthorizationStore['list'] {
  const count = prepare((db, userId: number) =>
    db
      .selectFrom('users')
      .select(['authorization_count as total', sql<number | null>`null`.as('applicationId')])
      .where('id', '=', userId),
  );
  const countOfApplication = prepare((db, userId: number, clientId: string) =>
    db
      .selectFrom('applications')
      .innerJoin('grants', 'grants.application_id', 'applications.id')
      .select(['authorization_count as total', 'application_id as applicationId'])
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId),
  );
  const page = { forwards: preparePage('forwards'), backwards: preparePage('backwards') };
  const pageOfApplication = {
    forwards: preparePageOfApplication('forwards'),
    backwards: preparePageOfApplication('backwards'),
  };

  return async (userId, requested, clientId) => {
    if (!isId(userId) || (clientId !== undefined && !isStorable(clientId))) return { items: [], total: 0 };
    const [counter] =
      clientId === undefined ? await count(db, userId) : await countOfApplication(db, userId, clientId);
    if (counter === undefined) return { items: [], total: 0 };

    const { applicationId } = counter;
    const { items, total } = await readPage(requested, counter.total, ({ direction, limit, offset }) =>
      applicationId === null
        ? page[direction](db, userId, limit, offset)
        : pageOfApplication[direction](db, userId, applicationId, limit, offset),
    );
    return { items: await withApplications(db, items), total };
  };
}

// Expressions other than those in the index of the first migration would not use the index.
const order = {
  forwards: sql`application_id asc nulls first, substr(fingerprint, 1, 512) asc nulls first, id asc`,
  backwards: sql`application_id desc nulls last, substr(fingerprint, 1, 512) desc nulls last, id desc`,
};

function tokensOf(db: Database, userId: number) {
  return db.selectFrom('authorizations').select(authorizations.columns).where('user_id', '=', userId);
}

function preparePage(direction: keyof typeof order) {
  return prepare((db, userId: number, limit: number, offset: number) =>
    tokensOf(db, userId).orderBy(order[direction]).limit(limit).offset(offset),
  );
}

function preparePageOfApplication(direction: keyof typeof order) {
  return prepare((db, userId: number, applicationId: number, limit: number, offset: number) =>
    tokensOf(db, userId)
      .where('application_id', '=', applicationId)
      .orderBy(order[direction])
      .limit(limit)
      .offset(offset),
  );
}

/** Reads the applications of the page in a second query: a join would read them for the skipped rows too. */
async function withApplications(
  db: Database,
  rows: readonly Parameters<typeof authorizations.toRecord>[0][],
) {
  const ids = new Set(rows.map((row) => row.application_id).filter((id) => id !== null));
  const applications = new Map<number | null, ApplicationSummary>();
  if (ids.size > 0) {
    const found = await db
      .selectFrom('applications')
      .select(summary.columns)
      .where('id', 'in', [...ids])
      .execute();
    for (const row of found) applications.set(row.app_id, summary.toRecord(row));
  }
  return rows.map((row) => withApplication(row, applications.get(row.application_id) ?? null));
}
