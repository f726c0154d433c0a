import type { Selectable } from 'kysely';
import { isStorable, type Organization, type OrganizationStore } from '../authorizations/store.ts';
import { listApprovals } from './organization-approvals.ts';
import { setMembers } from './organization-members.ts';
import { isId } from './storable.ts';
import type { Database, OrganizationsTable } from './tables.ts';
import { unlessGone } from './unless-gone.ts';
import { updateRow } from './update-row.ts';
import { toLoginKey } from './user-rows.ts';

export function createOrganizationStore(db: Database): OrganizationStore {
  const organizations = () => db.selectFrom('organizations').selectAll('organizations').orderBy('id');

  return {
    async add({ login, name, saml, createdAt, updatedAt }) {
      const row = await db
        .insertInto('organizations')
        .values({
          login,
          login_key: toLoginKey(login),
          name,
          saml,
          created_at: createdAt,
          updated_at: updatedAt,
        })
        .onConflict((conflict) => conflict.column('login_key').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toOrganization(row);
    },

    async byLogin(login) {
      if (!isStorable(login)) return undefined;
      const row = await organizations().where('login_key', '=', toLoginKey(login)).executeTakeFirst();
      return row && toOrganization(row);
    },

    async byId(id) {
      if (!isId(id)) return undefined;
      const row = await organizations().where('id', '=', id).executeTakeFirst();
      return row && toOrganization(row);
    },

    async update(id, change) {
      if (!isId(id)) return false;
      const columns = toChangedColumns(change);
      return await updateRow(
        db
          .updateTable('organizations')
          .set((column) => ({ created_at: column.ref('created_at'), ...columns }))
          .where('id', '=', id),
      );
    },

    async list() {
      return (await organizations().execute()).map(toOrganization);
    },

    async ofUser(userId) {
      if (!isId(userId)) return [];
      const rows = await organizations()
        .innerJoin('organization_members', 'organization_id', 'id')
        .where('user_id', '=', userId)
        .execute();
      return rows.map(toOrganization);
    },

    async isMember(organizationId, userId) {
      if (!isId(organizationId) || !isId(userId)) return false;
      const rows = await db
        .selectFrom('organization_members')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute();
      return rows.length > 0;
    },

    approvals: listApprovals(db),
    setMembers: (organizationId, userIds) => setMembers(db, organizationId, userIds),

    async members(organizationId) {
      if (!isId(organizationId)) return [];
      const rows = await db
        .selectFrom('organization_members')
        .innerJoin('users', 'users.id', 'user_id')
        .select('login')
        .where('organization_id', '=', organizationId)
        .orderBy('login_key')
        .execute();
      return rows.map(({ login }) => login);
    },

    async allow(authorizationId, organizationId, at) {
      if (!isId(authorizationId) || !isId(organizationId)) return;
      const allowing = db
        .insertInto('organization_approvals')
        .values({ authorization_id: authorizationId, organization_id: organizationId, created_at: at })
        .onConflict((conflict) => conflict.columns(['authorization_id', 'organization_id']).doNothing())
        .execute();
      await unlessGone(allowing);
    },

    async disallow(authorizationId, organizationId) {
      if (!isId(authorizationId) || !isId(organizationId)) return false;
      const { numDeletedRows } = await db
        .deleteFrom('organization_approvals')
        .where('authorization_id', '=', authorizationId)
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
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
  };
}

function toOrganization(row: Selectable<OrganizationsTable>): Organization {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    saml: row.saml,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toChangedColumns(change: Parameters<OrganizationStore['update']>[1]) {
  return {
    ...(change.login !== undefined && { login: change.login, login_key: toLoginKey(change.login) }),
    ...(change.name !== undefined && { name: change.name }),
    ...(change.saml !== undefined && { saml: change.saml }),
    ...(change.updatedAt !== undefined && { updated_at: change.updatedAt }),
  };
}
