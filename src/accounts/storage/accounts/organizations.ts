import { updateRow } from '#database/database-errors.ts';
import { isId, isStorable, type OrganizationStore } from '../../store/index.ts';
import { createOrganizationApprovals } from '../authorizations/organization-approvals.ts';
import { organizations } from '../schema/tables/organizations.ts';
import { toLoginKey } from '../schema/tables/users.ts';
import type { Database } from '../schema/tables.ts';
import { setMembers } from './organization-members.ts';

export function createOrganizationStore(db: Database): OrganizationStore {
  const list = () => db.selectFrom('organizations').selectAll('organizations').orderBy('id');

  return {
    ...createOrganizationApprovals(db),

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
      // An update without a column is an error in SQL.
      if (Object.keys(columns).length === 0) return (await list().where('id', '=', id).execute()).length > 0;
      return await updateRow(db.updateTable('organizations').set(columns).where('id', '=', id));
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
  };
}
