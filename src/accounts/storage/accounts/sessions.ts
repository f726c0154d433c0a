import { isId, isStorable, type Session, type SessionStore } from '../../store/index.ts';
import { addEvent, changeWithEvent } from '../audit/audit.ts';
import { owner } from '../authorizations/authorization-queries.ts';
import { commitIfDefined } from '../engine/transactions.ts';
import { sessions } from '../schema/tables/sign-in.ts';
import { users } from '../schema/tables/users.ts';
import type { Database } from '../schema/tables.ts';

export function createSessionStore(db: Database): SessionStore {
  return {
    async add(digest, session, maxOfUser, start) {
      const { userId, createdAt } = session;
      // A transaction of its own: two transactions that delete the same sessions could deadlock.
      await deleteExpired(db, createdAt);
      const isAdded = await commitIfDefined(db, async (transaction) => {
        const row = await transaction
          .selectFrom('users')
          .select(users.columns)
          .where('id', '=', userId)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (row === undefined || start?.isCurrent(users.toRecord(row)) === false) return undefined;
        if (start) await deleteSessions(transaction, start.ended);
        await insertSession(transaction, digest, session);
        await deleteOldest(transaction, userId, maxOfUser);
        if (start?.event) await addEvent(transaction, start.event);
        return true;
      });
      return isAdded === true;
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

    async delete(digests, event) {
      await changeWithEvent(db, event, async (connection) => {
        await deleteSessions(connection, digests);
        return true;
      });
    },

    async deleteOfUser(userId, except) {
      if (!isId(userId)) return;
      const all = db.deleteFrom('sessions').where('user_id', '=', userId);
      const isOneKept = except !== undefined && isStorable(except);
      await (isOneKept ? all.where('digest', '<>', except) : all).execute();
    },
  };
}

export async function insertSession(db: Database, digest: string, session: Session): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ digest, ...sessions.toRow(session) })
    .execute();
}

async function deleteSessions(db: Database, digests: readonly string[]): Promise<void> {
  const stored = digests.filter(isStorable);
  if (stored.length > 0) await db.deleteFrom('sessions').where('digest', 'in', stored).execute();
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
