import { type ExpressionBuilder, sql } from 'kysely';
import type { AuditFilter } from '#types/index.ts';
import type { AuditedUse } from '../../store/index.ts';
import { toIndexed } from '../schema/tables/column.ts';
import type { Database, Tables } from '../schema/tables.ts';

/** Whether a call matches the filter. */
export function matchesFilter({ login, clientId, userAgent, since, deprecatedOnly }: AuditFilter) {
  return (column: ExpressionBuilder<Tables, 'audited_calls'>) =>
    column.and([
      ...(login === undefined ? [] : [column('login_key', '=', toIndexed(login.toLowerCase()))]),
      ...(clientId === undefined ? [] : [column('client_id', '=', toIndexed(clientId))]),
      ...(userAgent === undefined ? [] : [contains('user_agent', userAgent)]),
      ...(since === undefined ? [] : [column('last_at', '>=', since)]),
      ...(deprecatedOnly ? [column('is_deprecated', '=', 1)] : []),
    ]);
}

/** Whether a column contains the text, regardless of the case of ASCII letters. */
function contains(name: string, text: string) {
  const part = toIndexed(text)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\\%_]/g, '\\$&');
  return sql<boolean>`lower(${sql.ref(name)}) like ${`%${part}%`} escape '\\'`;
}

export async function auditedUses(db: Database, filter: AuditFilter, max: number): Promise<AuditedUse[]> {
  const rows = await db
    .selectFrom('audited_calls')
    .select(['login', 'client_id', 'user_agent', 'method', 'path'])
    .select((column) => [
      // PostgreSQL returns the sum of integers as another type.
      sql<number>`cast(sum(calls) as bigint)`.as('count'),
      sql<number>`cast(sum(case when status >= 400 then calls else 0 end) as bigint)`.as('refused'),
      column.fn.min('first_at').as('first_at'),
      column.fn.max('last_at').as('last_at'),
    ])
    .where(matchesFilter(filter))
    .groupBy(['login', 'client_id', 'user_agent', 'method', 'path'])
    .orderBy(sql`max(last_at) desc`)
    .orderBy(sql`max(id) desc`)
    .limit(max)
    .execute();
  return rows.map((row) => ({
    userAgent: row.user_agent,
    login: row.login,
    clientId: row.client_id,
    method: row.method,
    path: row.path,
    count: row.count,
    refused: row.refused,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}
