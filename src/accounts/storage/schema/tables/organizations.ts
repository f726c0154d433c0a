import type { Organization } from '#accounts/store/index.ts';
import { identity, integer, nullable, oneOf, text, timestamp } from './column.ts';
import { column, defineTable } from './table.ts';
import { login } from './users.ts';

export const organizations = defineTable<Organization>()(
  'organizations',
  {
    id: column('id', identity),
    login,
    name: column('name', nullable(text)),
    saml: column('saml', oneOf('off', 'enforced')),
    createdAt: column('created_at', timestamp),
    updatedAt: column('updated_at', timestamp),
  },
  {},
);

export const organizationMembers = defineTable<object>()(
  'organization_members',
  {},
  { organization_id: integer, user_id: integer },
);

/** The tokens that are allowed for an organization. */
export const organizationApprovals = defineTable<object>()(
  'organization_approvals',
  {},
  { authorization_id: integer, organization_id: integer, created_at: timestamp },
);
