import { isId, isStorable, type SessionStore } from '../authorizations/store.ts';
import { owner } from './authorization-queries.ts';
import { ignoreIfDeleted } from './database-errors.ts';
import { sessions } from './tables/sign-in.ts';
import type { Database } from './tables.ts';

export function createSessionStore(db: Database): SessionStore {
  return {
    async add(digest, session, maxOfUser) {
      const { userId, createdAt } = session;
      const adding = db
        .insertInto('sessions')
        .values({ digest, ...sessions.toRow(session) })
        .execute();
      await ignoreIfDeleted(adding);
      await deleteExpired(db, createdAt);
      await deleteOldest(db, userId, maxOfUser);
    },

    async byDigest(digest, at) {
      if (!isStorable(digest)) return undefined;
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .select(sessions.columns)
        .select(owner.columns)
        .where('digest', '=', digest)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      return row && { session: sessions.toRecord(row), user: owner.toRecord(row) };
    },

    async moveEnd(digest, at, expiresAt) {
      if (!isStorable(digest)) return;
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt })
        .where('digest', '=', digest)
        .where('expires_at', '>', at)
        .execute();
    },

    async delete(digest) {
      if (isStorable(digest)) await db.deleteFrom('sessions').where('digest', '=', digest).execute();
    },

    async deleteOfUser(userId, except) {
      if (!isId(userId)) return;
      const all = db.deleteFrom('sessions').where('user_id', '=', userId);
      const isOneKept = except !== undefined && isStorable(except);
      await (isOneKept ? all.where('digest', '<>', except) : all).execute();
    },
  };
}

/** Deletes a limited number of expired sessions, so that a request is not delayed. */
async function deleteExpired(db: Database, at: number): Promise<void> {
  const expired = db.selectFrom('sessions').select('digest').where('expires_at', '<=', at).limit(100);
  await db.deleteFrom('sessions').where('digest', 'in', expired).execute();
}

async function deleteOldest(db: Database, userId: number, max: number): Promise<void> {
  const beyond = db
    .selectFrom('sessions')
    .select('digest')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('digest', 'desc')
    // SQLite does not support an offset without a limit.
    .limit(100)
    .offset(max);
  await db.deleteFrom('sessions').where('digest', 'in', beyond).execute();
}
