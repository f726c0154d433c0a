import { type AuthorizationStore, isId } from '../authorizations/store.ts';
import { prepare } from './prepare.ts';
import type { Database } from './tables.ts';

/**
 * Notes the hour of the last use. It is asked with every call and as a rule finds that there is nothing to write. Two
 * statements apart, the token's last: it is the one that is looked at, and together they could lock each other out with
 * somebody who deletes the grant.
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
    const hour = toHour(at);
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

function toHour(time: string): string {
  return `${time.slice(0, 13)}:00:00Z`;
}
