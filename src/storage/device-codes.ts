import type { Selectable } from 'kysely';
import { type DeviceCode, type DeviceCodeStore, isStorable } from '../authorizations/store.ts';
import type { Database, DeviceCodesTable } from './tables.ts';
import { unlessGone } from './unless-gone.ts';

/** So long a device still hears that its code is over, and not that there never was one. */
const REMEMBERED = 60 * 60 * 1000;

export function createDeviceCodeStore(db: Database): DeviceCodeStore {
  const byDigest = (digest: string) =>
    db.selectFrom('device_codes').selectAll().where('digest', '=', digest).executeTakeFirst();

  return {
    async add(code, at, most) {
      await forget(db, at - REMEMBERED);
      const adding = db
        .insertInto('device_codes')
        .values({
          digest: code.digest,
          user_code: code.userCode.toUpperCase(),
          application_id: code.applicationId,
          scopes: JSON.stringify(code.scopes),
          decision: 'pending',
          organization_ids: '[]',
          expires_at: code.expiresAt,
          poll_interval: code.interval,
        })
        .onConflict((conflict) => conflict.column('user_code').doNothing())
        .executeTakeFirstOrThrow();
      const result = await unlessGone(adding);
      if (result?.numInsertedOrUpdatedRows === 0n) return false;
      await forgetOldest(db, most);
      return true;
    },

    async byUserCode(userCode) {
      if (!isStorable(userCode)) return undefined;
      const row = await db
        .selectFrom('device_codes')
        .selectAll()
        .where('user_code', '=', userCode.toUpperCase())
        .executeTakeFirst();
      return row && toDeviceCode(row);
    },

    async decide(digest, { decision, userId, scopes, organizationIds }) {
      if (!isStorable(digest)) return false;
      const deciding = db
        .updateTable('device_codes')
        .set({
          decision,
          user_id: userId,
          scopes: JSON.stringify(scopes),
          organization_ids: JSON.stringify(organizationIds),
        })
        .where('digest', '=', digest)
        .where('decision', '=', 'pending')
        .executeTakeFirstOrThrow();
      const result = await unlessGone(deciding);
      return result?.numUpdatedRows === 1n;
    },

    async ask(digest, at, slowDown) {
      if (!isStorable(digest)) return undefined;
      for (;;) {
        const row = await byDigest(digest);
        if (row === undefined) return undefined;
        const { asked_at: askedAt, poll_interval: interval } = row;
        const isTooSoon = askedAt !== null && at - askedAt < interval * 1000;
        const { numUpdatedRows } = await db
          .updateTable('device_codes')
          .set({ asked_at: at, poll_interval: interval + (isTooSoon ? slowDown : 0) })
          .where('digest', '=', digest)
          .where('poll_interval', '=', interval)
          .where('asked_at', 'is not distinct from', askedAt)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) return toDeviceCode(row);
        // Somebody asked between the two: what was read is no longer what was before.
      }
    },

    async take(digest) {
      if (!isStorable(digest)) return false;
      const { numDeletedRows } = await db
        .deleteFrom('device_codes')
        .where('digest', '=', digest)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** A few at a time, so that nobody waits for it. */
async function forget(db: Database, before: number): Promise<void> {
  const over = db.selectFrom('device_codes').select('digest').where('expires_at', '<=', before).limit(100);
  await db.deleteFrom('device_codes').where('digest', 'in', over).execute();
}

async function forgetOldest(db: Database, most: number): Promise<void> {
  const beyond = db
    .selectFrom('device_codes')
    .select('digest')
    .orderBy('expires_at', 'desc')
    // SQLite has no offset without a limit.
    .limit(100)
    .offset(most);
  await db.deleteFrom('device_codes').where('digest', 'in', beyond).execute();
}

function toDeviceCode(row: Selectable<DeviceCodesTable>): DeviceCode {
  return {
    digest: row.digest,
    userCode: row.user_code,
    applicationId: row.application_id,
    scopes: JSON.parse(row.scopes),
    decision: row.decision,
    userId: row.user_id,
    organizationIds: JSON.parse(row.organization_ids),
    expiresAt: row.expires_at,
    interval: row.poll_interval,
    askedAt: row.asked_at,
  };
}
