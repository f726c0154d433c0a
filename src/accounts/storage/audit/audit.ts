import { ignoreIfDeleted } from '#database/database-errors.ts';
import { type AuditStore, isId, MAX_EVENTS_OF_USER, type NewSecurityEvent } from '../../store/index.ts';
import { splitBatches } from '../engine/batches.ts';
import { commitIfDefined, lockUser, runTransaction } from '../engine/transactions.ts';
import { auditedCalls, securityEvents } from '../schema/tables/audit.ts';
import type { Database } from '../schema/tables.ts';
import { auditedUses, matchesFilter } from './audit-filter.ts';

export function createAuditStore(db: Database): AuditStore {
  return {
    async addCalls(calls, max) {
      if (calls.length === 0) return;
      await runTransaction(db, async (transaction) => {
        for (const batch of splitBatches(calls)) {
          await transaction.insertInto('audited_calls').values(batch.map(auditedCalls.toRow)).execute();
        }
      });
      await deleteOldest(db, max);
    },

    async calls(filter, max) {
      const rows = await db
        .selectFrom('audited_calls')
        .selectAll()
        .where(matchesFilter(filter))
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .limit(max)
        .execute();
      return rows.map(auditedCalls.toRecord);
    },

    uses: (filter, max) => auditedUses(db, filter, max),

    async addEvent(event, maxOfUser) {
      const adding = runTransaction(db, async (transaction) => {
        // Each of several concurrent transactions has to see the events of those before it.
        await lockUser(transaction, event.userId);
        await addEvent(transaction, event, maxOfUser);
      });
      await ignoreIfDeleted(adding);
    },

    async events(userId, max, { before, action } = {}) {
      if (!isId(userId) || (before !== undefined && !isId(before))) return [];
      let query = db
        .selectFrom('security_events')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(max);
      if (before !== undefined) query = query.where('id', '<', before);
      // The user has few events, so the index on users and ids is enough.
      if (action !== undefined) query = query.where('action', '=', action);
      return (await query.execute()).map(securityEvents.toRecord);
    },
  };
}

/** Adds an event in the caller's transaction. */
export async function addEvent(
  db: Database,
  event: NewSecurityEvent,
  maxOfUser = MAX_EVENTS_OF_USER,
): Promise<void> {
  const { id } = await db
    .insertInto('security_events')
    .values(securityEvents.toRow(event))
    .returning('id')
    .executeTakeFirstOrThrow();
  await deleteOldestEvents(db, { id, userId: event.userId }, maxOfUser);
}

/** Part of the maximum by which a user can have more events, on average. */
const EXCESS = 0.03;

/**
 * Deletes the events of a user beyond the maximum, after one of several new events: the database has to go through all
 * events of the user for it.
 */
async function deleteOldestEvents(
  db: Database,
  { id, userId }: { id: number; userId: number },
  maxOfUser = MAX_EVENTS_OF_USER,
): Promise<void> {
  const interval = Math.max(1, Math.floor(maxOfUser * EXCESS));
  // The factor distributes the deletions over all users, also when users write in a fixed order.
  if ((Math.imul(id, 0x9e3779b1) >>> 0) % interval !== 0) return;
  const beyond = db
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxOfUser);
  await db.deleteFrom('security_events').where('user_id', '=', userId).where('id', '<=', beyond).execute();
}

/** Runs a change, and adds the event in the same transaction when the change returns true. */
export async function changeWithEvent(
  db: Database,
  event: NewSecurityEvent | undefined,
  change: (connection: Database) => Promise<boolean>,
): Promise<boolean> {
  if (!event) return await change(db);
  const isChanged = await commitIfDefined(db, async (transaction) => {
    await lockUser(transaction, event.userId);
    if (!(await change(transaction))) return undefined;
    await addEvent(transaction, event);
    return true;
  });
  return isChanged === true;
}

/** Deletes by id, without counting the rows: ids have few gaps, and an index has the newest. */
async function deleteOldest(db: Database, max: number): Promise<void> {
  const newest = db
    .selectFrom('audited_calls')
    .select((column) => column(column.fn.max('id'), '-', max).as('id'));
  await db.deleteFrom('audited_calls').where('id', '<=', newest).execute();
}
