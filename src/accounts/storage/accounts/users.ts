import { sql } from 'kysely';
import { countChanged, retryWhileReferenced, updateRow } from '#database/database-errors.ts';
import { isId, isStorable, signInFailureKey, type UserStore } from '../../store/index.ts';
import { addEvent } from '../audit/audit.ts';
import type { RunBulk } from '../engine/engine.ts';
import { prepare, prepareRecord } from '../engine/prepare.ts';
import { commitIfDefined, lockUser, transactionForUser } from '../engine/transactions.ts';
import { signInFailures } from '../schema/tables/sign-in.ts';
import { toLoginKey, users } from '../schema/tables/users.ts';
import type { Database } from '../schema/tables.ts';
import { deleteOldestMessages, insertMessage } from './messages.ts';
import { replaceRecoveryCodes } from './second-factors.ts';
import { insertSession } from './sessions.ts';
import { createSignInFailureStore, toStoredKey } from './sign-in-failures.ts';

export function createUserStore(db: Database, runBulk: RunBulk): UserStore {
  const failures = createSignInFailureStore(db);

  const byId = prepareRecord(
    (db, id: number) => db.selectFrom('users').select(users.columns).where('id', '=', id),
    users.toRecord,
  );
  const byLogin = prepareRecord(
    (db, key: string) => db.selectFrom('users').select(users.columns).where('login_key', '=', key),
    users.toRecord,
  );
  const withFailures = prepare((db, failureKey: string, loginKey: string) =>
    db
      .selectFrom('users')
      .leftJoin('sign_in_failures', (join) => join.on('key', '=', failureKey))
      .select(users.columns)
      .select(failure.columns)
      .where('login_key', '=', loginKey),
  );

  return {
    async add(user, messageTo = () => undefined) {
      return await commitIfDefined(db, async (transaction) => {
        const row = await transaction
          .insertInto('users')
          .values(users.toRow({ emailVerified: true, suspendedAt: null, ...user }))
          .onConflict((conflict) => conflict.column('login_key').doNothing())
          .returning(users.columns)
          .executeTakeFirst();
        const added = row && users.toRecord(row);
        const limited = added && messageTo(added);
        if (limited) {
          await insertMessage(transaction, limited.message);
          await deleteOldestMessages(transaction, limited.limits);
        }
        return added;
      });
    },

    byId: (id) => byId(db, id),
    byLogin: (login) => byLogin(db, toLoginKey(login)),

    async loginOfEmail(email) {
      if (!isStorable(email)) return undefined;
      const found = await db
        .selectFrom('users')
        .select('login')
        // The beginning has an index.
        .where(sql`substr(lower(email), 1, 200)`, '=', sql`substr(lower(${email}), 1, 200)`)
        .where(sql`lower(email)`, '=', sql`lower(${email})`)
        .limit(2)
        .execute();
      return found.length === 1 ? found[0]?.login : undefined;
    },

    async credentials(login) {
      const failureKey = signInFailureKey(login);
      if (isStorable(login)) {
        const [row] = await withFailures(db, toStoredKey(failureKey), toLoginKey(login));
        if (row !== undefined)
          return { user: users.toRecord(row), failures: failure.toRecordOrNull(row) ?? undefined };
      }
      return { user: undefined, failures: await failures.byKey(failureKey) };
    },

    async update(id, change, { event, deletesSessions, session, recoveryCodes } = {}) {
      if (!isId(id)) return false;
      const columns = users.toChanges(change);
      // An update without a column is an error in SQL.
      if (Object.keys(columns).length === 0) return (await byId(db, id)) !== undefined;
      const updateIn = (connection: Database) =>
        updateRow(connection.updateTable('users').set(columns).where('id', '=', id));
      if (!event && !deletesSessions && !session && !recoveryCodes) return await updateIn(db);
      const isUpdated = await commitIfDefined(db, async (transaction) => {
        if (!(await updateIn(transaction))) return undefined;
        if (deletesSessions) await transaction.deleteFrom('sessions').where('user_id', '=', id).execute();
        if (session) await insertSession(transaction, session.digest, session.session);
        if (recoveryCodes) await replaceRecoveryCodes(transaction, id, recoveryCodes);
        if (event) await addEvent(transaction, event);
        return true;
      });
      return isUpdated === true;
    },

    async renewPasswordHash(id, from, to) {
      if (!isId(id) || !isStorable(from)) return false;
      const renewal = db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', id)
        .where('password_hash', '=', from);
      return (await countChanged(renewal)) > 0;
    },

    async delete(id) {
      if (!isId(id)) return false;
      const run = await transactionForUser(db, id, runBulk);
      return await retryWhileReferenced(() => run(db, (transaction) => deleteUser(transaction, id)));
    },

    async list() {
      return (await db.selectFrom('users').select(users.columns).orderBy('id').execute()).map(users.toRecord);
    },

    async loginsWithPrefix(prefix, limit) {
      if (!isStorable(prefix)) return [];
      const key = toLoginKey(prefix);
      const rows = await db
        .selectFrom('users')
        .select('login')
        .where('login_key', '>=', key)
        .where('login_key', '<', `${key}${LAST_CHARACTER}`)
        .orderBy('login_key')
        .limit(limit)
        .execute();
      return rows.map(({ login }) => login);
    },

    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).execute()).length === 0;
    },
  };
}

const failure = signInFailures.as('failure');

/** The last one in the order of code points, in which keys are stored. */
const LAST_CHARACTER = '\u{10ffff}';

/** Deletes a user in the caller's transaction. The rows of other tables are deleted by their foreign keys. */
async function deleteUser(db: Database, id: number): Promise<boolean> {
  await lockUser(db, id);
  await db.deleteFrom('authorizations').where('user_id', '=', id).execute();
  await db.deleteFrom('grants').where('user_id', '=', id).execute();
  await db.updateTable('applications').set({ owner_id: null }).where('owner_id', '=', id).execute();
  return (await countChanged(db.deleteFrom('users').where('id', '=', id))) > 0;
}
