import { type AuditStore, isId } from '../authorizations/store.ts';
import { auditedUses, ofFilter } from './audit-filter.ts';
import { toBatches } from './batches.ts';
import { ignoreIfDeleted } from './database-errors.ts';
import { auditedCalls, securityEvents } from './tables/audit.ts';
import type { Database } from './tables.ts';

export function createAuditStore(db: Database): AuditStore {
  return {
    async addCalls(calls, most) {
      if (calls.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        for (const batch of toBatches(calls)) {
          await transaction.insertInto('audited_calls').values(batch.map(auditedCalls.toRow)).execute();
        }
      });
      await forget(db, most);
    },

    async calls(filter, most) {
      const rows = await db
        .selectFrom('audited_calls')
        .selectAll()
        .where(ofFilter(filter))
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(auditedCalls.toRecord);
    },

    uses: (filter, most) => auditedUses(db, filter, most),

    async addEvent(event, mostOfUser) {
      const { userId } = event;
      const adding = db.insertInto('security_events').values(securityEvents.toRow(event)).execute();
      await ignoreIfDeleted(adding);
      const beyond = db
        .selectFrom('security_events')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(mostOfUser);
      await db
        .deleteFrom('security_events')
        .where('user_id', '=', userId)
        .where('id', '<=', beyond)
        .execute();
    },

    async events(userId, most, before) {
      if (!isId(userId) || (before !== undefined && !isId(before))) return [];
      const all = db
        .selectFrom('security_events')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(most);
      const rows = await (before === undefined ? all : all.where('id', '<', before)).execute();
      return rows.map(securityEvents.toRecord);
    },
  };
}

/** By id and not by counting: ids have no gaps to speak of, and the newest is found at once. */
async function forget(db: Database, most: number): Promise<void> {
  const newest = db
    .selectFrom('audited_calls')
    .select((column) => column(column.fn.max('id'), '-', most).as('id'));
  await db.deleteFrom('audited_calls').where('id', '<=', newest).execute();
}
