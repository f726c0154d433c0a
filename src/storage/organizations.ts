import { isStorable, type OrganizationStore } from '../authorizations/store.ts';
import { ignoreIfDeleted, updateRow } from './database-errors.ts';
import { listApprovals } from './organization-approvals.ts';
import { setMembers } from './organization-members.ts';
import { isId } from './storable.ts';
import { organizations } from './tables/organizations.ts';
import { toLoginKey } from './tables/users.ts';
import type { Database } from './tables.ts';

export function createOrganizationStore(db: Database): OrganizationStore {
  const list = () => db.selectFrom('organizations').selectAll('organizations').orderBy('id');

  return {
    async add(organization) {
      const row = await db
        .insertInto('organizations')
        .values(organizations.toRow(organization))
        .onConflict((conflict) => conflict.column('login_key').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && organizations.toRecord(row);
    },

    async byLogin(login) {
      if (!isStorable(login)) return undefined;
      const row = await list().where('login_key', '=', toLoginKey(login)).executeTakeFirst();
      return row && organizations.toRecord(row);
    },

    async byId(id) {
      if (!isId(id)) return undefined;
      const row = await list().where('id', '=', id).executeTakeFirst();
      return row && organizations.toRecord(row);
    },

    async update(id, change) {
      if (!isId(id)) return false;
      const columns = organizations.toChanges(change);
      return await updateRow(
        db
          .updateTable('organizations')
          .set((column) => ({ created_at: column.ref('created_at'), ...columns }))
          .where('id', '=', id),
      );
    },

    async list() {
      return (await list().execute()).map(organizations.toRecord);
    },

    async ofUser(userId) {
      if (!isId(userId)) return [];
      const rows = await list()
        .innerJoin('organization_members', 'organization_id', 'id')
        .where('user_id', '=', userId)
        .execute();
      return rows.map(organizations.toRecord);
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
      await ignoreIfDeleted(allowing);
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
