import { sql } from 'kysely';
import { countChanged, ignoreIfDeleted } from '#database/database-errors.ts';
import {
  type DeviceCodeLimits,
  type DeviceCodeStore,
  isStorable,
  type NewDeviceCode,
} from '../../store/index.ts';
import type { LockTable } from '../engine/engine.ts';
import { lockUser, repeatWhileUndefined, runTransaction } from '../engine/transactions.ts';
import { deviceCodes } from '../schema/tables/codes.ts';
import type { Database } from '../schema/tables.ts';
import { addConsent } from './grant-scopes.ts';

/** Milliseconds for which an expired code is kept, so that its device gets `expired_token`. */
const EXPIRED_KEPT_MS = 60 * 60 * 1000;

export function createDeviceCodeStore(db: Database, lockTable?: LockTable): DeviceCodeStore {
  /** False when the limits leave no room, or another code has the user code. */
  async function insert(code: NewDeviceCode, at: number, limits: DeviceCodeLimits): Promise<boolean> {
    const inserting = lockTable
      ? runTransaction(db, async (transaction) => {
          await lockTable(transaction, 'device_codes');
          return await insertCounted(transaction, code, at, limits);
        })
      : insertCounted(db, code, at, limits);
    // The application was deleted: the code could never be used.
    return (await ignoreIfDeleted(inserting)) ?? true;
  }

  const byDigest = (digest: string) =>
    db.selectFrom('device_codes').selectAll().where('digest', '=', digest).executeTakeFirst();

  return {
    async add(code, at, limits) {
      await deleteExpired(db, at - EXPIRED_KEPT_MS);
      if (await insert(code, at, limits)) return 'added';
      // Expired codes are deleted early when the limits are reached.
      if ((await deleteExpired(db, at)) && (await insert(code, at, limits))) return 'added';
      const taken = db
        .selectFrom('device_codes')
        .select('digest')
        .where('user_code', '=', code.userCode.toUpperCase());
      return (await taken.executeTakeFirst()) ? 'taken' : 'full';
    },

    async byUserCode(userCode) {
      if (!isStorable(userCode)) return undefined;
      const row = await db
        .selectFrom('device_codes')
        .selectAll()
        .where('user_code', '=', userCode.toUpperCase())
        .executeTakeFirst();
      return row && deviceCodes.toRecord(row);
    },

    async decide(digest, { decision, userId, scopes, organizationIds }, consent) {
      if (!isStorable(digest)) return false;
      const deciding = runTransaction(db, async (transaction) => {
        await lockUser(transaction, userId);
        const decided = await transaction
          .updateTable('device_codes')
          .set(deviceCodes.toChanges({ decision, userId, scopes, organizationIds }))
          .where('digest', '=', digest)
          .where('decision', '=', 'pending')
          .returning('application_id')
          .executeTakeFirst();
        if (decided && consent)
          await addConsent(
            transaction,
            { userId, applicationId: decided.application_id, scopes, at: consent.at },
            consent.event,
          );
        return decided !== undefined;
      });
      return (await ignoreIfDeleted(deciding)) ?? false;
    },

    async ask(digest, at, slowDown) {
      if (!isStorable(digest)) return undefined;
      return await repeatWhileUndefined(async () => {
        const row = await byDigest(digest);
        if (row === undefined) return { result: undefined };
        const { asked_at: askedAt, poll_interval: interval } = row;
        const isTooSoon = askedAt !== null && at - askedAt < interval * 1000;
        const asking = db
          .updateTable('device_codes')
          .set({ asked_at: at, poll_interval: interval + (isTooSoon ? slowDown : 0) })
          .where('digest', '=', digest)
          .where('poll_interval', '=', interval)
          .where('asked_at', 'is not distinct from', askedAt);
        // Otherwise another request changed the row between the read and the update.
        return (await countChanged(asking)) > 0 ? { result: deviceCodes.toRecord(row) } : undefined;
      });
    },
  };
}

/** Deletes a granted code in the caller's transaction. False when it was exchanged or revoked before. */
export async function deleteGrantedCode(db: Database, digest: string): Promise<boolean> {
  if (!isStorable(digest)) return false;
  const granted = db
    .deleteFrom('device_codes')
    .where('digest', '=', digest)
    .where('decision', '=', 'granted');
  return (await countChanged(granted)) > 0;
}

/** Deletes a limited number of codes that expired before a time, so that a request is not delayed. */
async function deleteExpired(db: Database, before: number): Promise<boolean> {
  const expired = db.selectFrom('device_codes').select('digest').where('expires_at', '<=', before).limit(100);
  return (await countChanged(db.deleteFrom('device_codes').where('digest', 'in', expired))) > 0;
}

/** Adds the code where the limits leave room for it. False when nothing was added. */
async function insertCounted(
  db: Database,
  code: NewDeviceCode,
  at: number,
  { ofApplication, ofNetwork, inAll }: DeviceCodeLimits,
): Promise<boolean> {
  const { network, ...given } = code;
  const row = {
    ...deviceCodes.toRow({
      ...given,
      userCode: code.userCode.toUpperCase(),
      decision: 'pending',
      userId: null,
      organizationIds: [],
      askedAt: null,
    }),
    network: deviceCodes.allColumns.network.encode(network),
  };
  const names = Object.keys(row).map((name) => sql.ref(name));
  const count = sql`select count(*) from device_codes`;
  const { numAffectedRows } = await sql`
    insert into device_codes (${sql.join(names)})
    select ${sql.join(Object.values(row))}
    where (${count} where application_id = ${row.application_id} and expires_at > ${at}) < ${ofApplication}
      and (${count} where network = ${row.network} and expires_at > ${at}) < ${ofNetwork}
      and (${count}) < ${inAll}
    on conflict (user_code) do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}
