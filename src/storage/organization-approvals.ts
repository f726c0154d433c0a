import type { OrganizationStore } from '../authorizations/store.ts';
import { authorizationsWithApplication, toAuthorization } from './authorization-queries.ts';
import { readPage } from './page.ts';
import { isId } from './storable.ts';
import type { Database } from './tables.ts';

/** The tokens that are allowed for an organization, page by page. */
export function listApprovals(db: Database): OrganizationStore['approvals'] {
  return async (organizationId, asked) => {
    if (!isId(organizationId)) return { items: [], total: 0 };
    const { total } = await db
      .selectFrom('organization_approvals')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const { items } = await readPage(asked, total, ({ direction, limit, offset }) =>
      authorizationsWithApplication(db)
        .innerJoin('organization_approvals', 'authorization_id', 'authorizations.id')
        .innerJoin('users', 'users.id', 'authorizations.user_id')
        .select(['users.login as login', 'organization_approvals.created_at as allowed_at'])
        .where('organization_id', '=', organizationId)
        .orderBy('authorizations.id', direction === 'forwards' ? 'asc' : 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    );
    const approvals = items.map((row) => ({
      authorization: toAuthorization(row),
      login: row.login,
      at: row.allowed_at,
    }));
    return { items: approvals, total };
  };
}
