import { countChanged, ignoreIfDeleted } from '#database/database-errors.ts';
import { isId, type OrganizationStore } from '../../store/index.ts';
import { changeWithEvent } from '../audit/audit.ts';
import { readPage } from '../engine/page.ts';
import { timestamp } from '../schema/tables/column.ts';
import type { Database } from '../schema/tables.ts';
import { authorizationsWithApplication, toAuthorization } from './authorization-queries.ts';

type ApprovalStore = Pick<OrganizationStore, 'allow' | 'disallow' | 'allowedOf' | 'approvals'>;

/** Which tokens are allowed for which organizations. */
export function createOrganizationApprovals(db: Database): ApprovalStore {
  return {
    async allow(authorizationId, organizationId, at, event) {
      if (!isId(authorizationId) || !isId(organizationId)) return;
      const allowing = changeWithEvent(db, event, async (connection) => {
        await addApproval(connection, authorizationId, organizationId, at);
        return true;
      });
      await ignoreIfDeleted(allowing);
    },

    async disallow(authorizationId, organizationId, event) {
      if (!isId(authorizationId) || !isId(organizationId)) return false;
      return await changeWithEvent(db, event, async (connection) => {
        const approval = connection
          .deleteFrom('organization_approvals')
          .where('authorization_id', '=', authorizationId)
          .where('organization_id', '=', organizationId);
        return (await countChanged(approval)) > 0;
      });
    },

    async allowedOf(authorizationId) {
      if (!isId(authorizationId)) return [];
      const rows = await db
        .selectFrom('organization_approvals')
        .select('organization_id')
        .where('authorization_id', '=', authorizationId)
        .orderBy('organization_id')
        .execute();
      return rows.map((row) => row.organization_id);
    },

    async approvals(organizationId, requested) {
      if (!isId(organizationId)) return { items: [], total: 0 };
      const { total } = await db
        .selectFrom('organization_approvals')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      const { items } = await readPage(requested, total, ({ direction, limit, offset }) =>
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
        at: timestamp.decode(row.allowed_at),
      }));
      return { items: approvals, total };
    },
  };
}

/** Allows a token for an organization, in the caller's transaction. */
export async function addApproval(
  db: Database,
  authorizationId: number,
  organizationId: number,
  at: string,
): Promise<void> {
  await db
    .insertInto('organization_approvals')
    .values({
      authorization_id: authorizationId,
      organization_id: organizationId,
      created_at: timestamp.encode(at),
    })
    .onConflict((conflict) => conflict.columns(['authorization_id', 'organization_id']).doNothing())
    .execute();
}
