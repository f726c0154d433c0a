import { isId, isStorable, type SessionStore } from '../authorizations/store.ts';
import { owner } from './authorization-queries.ts';
import { ignoreIfDeleted } from './database-errors.ts';
import { sessions } from './tables/sign-in.ts';
import type { Database } from './tables.ts';

export function createSessionStore(db: Database): SessionStore {
  return {
    async add(digest, session, mostOfUser) {
      const { userId, createdAt } = session;
      const adding = db
        .insertInto('sessions')
        .values({ digest, ...sessions.toRow(session) })
        .execute();
      await ignoreIfDeleted(adding);
      await forgetOver(db, createdAt);
      await forgetOldest(db, userId, mostOfUser);
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
      const isOneSpared = except !== undefined && isStorable(except);
      await (isOneSpared ? all.where('digest', '<>', except) : all).execute();
    },
  };
}

/** A few at a time, so that nobody waits for it. */
async function forgetOver(db: Database, at: number): Promise<void> {
  const over = db.selectFrom('sessions').select('digest').where('expires_at', '<=', at).limit(100);
  await db.deleteFrom('sessions').where('digest', 'in', over).execute();
}

async function forgetOldest(db: Database, userId: number, most: number): Promise<void> {
  const beyond = db
    .selectFrom('sessions')
    .select('digest')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('digest', 'desc')
    // SQLite has no offset without a limit.
    .limit(100)
    .offset(most);
  await db.deleteFrom('sessions').where('digest', 'in', beyond).execute();
}
