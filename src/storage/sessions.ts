import { isStorable, type SessionStore } from '../authorizations/store.ts';
import { isId, toStorable } from './storable.ts';
import type { Database } from './tables.ts';
import { unlessGone } from './unless-gone.ts';
import { ownerColumns, toOwner } from './user-rows.ts';

export function createSessionStore(db: Database): SessionStore {
  return {
    async add(digest, session, mostOfUser) {
      const { userId, createdAt } = session;
      const adding = db
        .insertInto('sessions')
        .values({
          digest,
          user_id: userId,
          stage: session.stage,
          created_at: createdAt,
          expires_at: session.expiresAt,
          address: toStorable(session.address),
          user_agent: toStorable(session.userAgent),
        })
        .execute();
      await unlessGone(adding);
      await forgetOver(db, createdAt);
      await forgetOldest(db, userId, mostOfUser);
    },

    async byDigest(digest, at) {
      if (!isStorable(digest)) return undefined;
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'user_id')
        .selectAll('sessions')
        .select(ownerColumns)
        .where('digest', '=', digest)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const session = {
        userId: row.user_id,
        stage: row.stage,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        address: row.address,
        userAgent: row.user_agent,
      };
      return { session, user: toOwner(row) };
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
