import type { Endpoint } from '../../http/endpoint.ts';
import { deleteToken, listTokens } from './admin-tokens.ts';
import { createUser, deleteUser } from './admin-users.ts';
import { createImpersonation, deleteImpersonation } from './admin-users-authorizations.ts';
import { deleteGrant, getGrant, listGrants } from './applications-grants.ts';
import {
  createAuthorization,
  deleteAuthorization,
  getAuthorization,
  listAuthorizations,
  updateAuthorization,
} from './authorizations.ts';
import { getOrCreateAuthorization, getOrCreateAuthorizationByFingerprint } from './authorizations-clients.ts';
import { meta } from './meta.ts';
import { getOrganization } from './orgs.ts';
import { rateLimit } from './rate-limit.ts';
import { root } from './root.ts';
import { getAuthenticatedUser } from './user.ts';
import { listOwnOrganizations } from './user-orgs.ts';
import { suspendUser, unsuspendUser } from './users-suspended.ts';

/** Every endpoint of the authorization service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  root,
  meta,
  rateLimit,
  getAuthenticatedUser,
  listOwnOrganizations,
  getOrganization,
  listAuthorizations,
  createAuthorization,
  getAuthorization,
  updateAuthorization,
  deleteAuthorization,
  getOrCreateAuthorization,
  getOrCreateAuthorizationByFingerprint,
  listGrants,
  getGrant,
  deleteGrant,
  listTokens,
  deleteToken,
  createImpersonation,
  deleteImpersonation,
  createUser,
  suspendUser,
  unsuspendUser,
  deleteUser,
];
