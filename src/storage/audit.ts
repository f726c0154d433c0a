import type { Selectable } from 'kysely';
import type { AuditedCall, AuditStore, SecurityEvent } from '../authorizations/store.ts';
import { auditedUses, ofFilter, toKept } from './audit-filter.ts';
import { inPortions } from './portions.ts';
import { isId, toStorable } from './storable.ts';
import type { AuditedCallsTable, Database, SecurityEventsTable } from './tables.ts';
import { unlessGone } from './unless-gone.ts';

export function createAuditStore(db: Database): AuditStore {
  return {
    async addCalls(calls, most) {
      if (calls.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        for (const portion of inPortions(calls)) {
          await transaction.insertInto('audited_calls').values(portion.map(toRow)).execute();
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
      return rows.map(toCall);
    },

    uses: (filter, most) => auditedUses(db, filter, most),

    async addEvent(event, mostOfUser) {
      const { userId } = event;
      const adding = db
        .insertInto('security_events')
        .values({
          user_id: userId,
          action: event.action,
          subject: toStorable(event.subject),
          address: toStorable(event.address),
          user_agent: toStorable(event.userAgent),
          happened_at: event.at,
        })
        .execute();
      await unlessGone(adding);
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
      return rows.map(toEvent);
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

function toRow(call: AuditedCall) {
  return {
    first_at: call.firstAt,
    last_at: call.lastAt,
    calls: call.count,
    login: toKept(call.login),
    login_key: toKept(call.login?.toLowerCase() ?? null),
    client_id: toKept(call.clientId),
    user_agent: toKept(call.userAgent),
    address: toKept(call.address),
    method: toKept(call.method),
    path: toKept(call.path),
    status: call.status,
    is_deprecated: call.isDeprecated ? 1 : 0,
  };
}

function toCall(row: Selectable<AuditedCallsTable>): AuditedCall {
  return {
    firstAt: row.first_at,
    lastAt: row.last_at,
    count: row.calls,
    login: row.login,
    clientId: row.client_id,
    userAgent: row.user_agent,
    address: row.address,
    method: row.method,
    path: row.path,
    status: row.status,
    isDeprecated: row.is_deprecated === 1,
  };
}

function toEvent(row: Selectable<SecurityEventsTable>): SecurityEvent {
  return {
    id: row.id,
    userId: row.user_id,
    action: row.action,
    subject: row.subject,
    address: row.address,
    userAgent: row.user_agent,
    at: row.happened_at,
  };
}
