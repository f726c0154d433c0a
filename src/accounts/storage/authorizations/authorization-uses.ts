import { type AuthorizationStore, isId } from '../../store/index.ts';
import { prepare } from '../engine/prepare.ts';
import { timestamp } from '../schema/tables/column.ts';
import type { Database } from '../schema/tables.ts';

/**
 * Records the hour of the last use. It runs on every request and usually has nothing to write. The two updates are not one
 * transaction, which could deadlock with a transaction that deletes the grant. The token is updated last, because its hour
 * is the one that is compared.
 */
export function touchAuthorizations(db: Database): AuthorizationStore['touch'] {
  const byId = prepare((db, id: number) =>
    db
      .selectFrom('authorizations')
      .select(['user_id', 'application_id', 'last_used_at'])
      .where('id', '=', id),
  );

  return async (id, at) => {
    if (!isId(id)) return;
    const hour = timestamp.encode(truncateToHour(at));
    const [token] = await byId(db, id);
    if (token === undefined || token.last_used_at === hour) return;
    if (token.application_id !== null) {
      await db
        .updateTable('grants')
        .set({ last_used_at: hour })
        .where('user_id', '=', token.user_id)
        .where('application_id', '=', token.application_id)
        .where((column) =>
          column.or([column('last_used_at', 'is', null), column('last_used_at', '<>', hour)]),
        )
        .execute();
    }
    await db
      .updateTable('authorizations')
      .set({ last_used_at: hour })
      .where('id', '=', id)
      .where((column) => column.or([column('last_used_at', 'is', null), column('last_used_at', '<>', hour)]))
      .execute();
  };
}

function truncateToHour(time: string): string {
  return `${time.slice(0, 13)}:00:00Z`;
}
