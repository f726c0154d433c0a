import type { Endpoint } from '#http/routing/endpoint.ts';
import { deletePersonalToken, listPersonalTokens } from './admin-tokens.ts';
import { createUser, deleteUser } from './admin-users.ts';
import { createImpersonation, deleteImpersonation } from './admin-users-authorizations.ts';
import { graphql } from './api-graphql.ts';
import { revokeGrantInBody } from './applications-grant.ts';
import { deleteGrant, getGrant, listGrants, revokeGrantInPath } from './applications-grants.ts';
import { checkTokenInBody, resetTokenInBody, revokeTokenInBody } from './applications-token.ts';
import { createScopedToken } from './applications-token-scoped.ts';
import { checkTokenInPath, resetTokenInPath, revokeTokenInPath } from './applications-tokens.ts';
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
import {
  deleteCredentialAuthorization,
  listCredentialAuthorizations,
} from './orgs-credential-authorizations.ts';
import { rateLimit } from './rate-limit.ts';
import { root } from './root.ts';
import { getAuthenticatedUser } from './user.ts';
import { listEmails } from './user-emails.ts';
import { listOwnOrganizations } from './user-orgs.ts';
import { listTeams } from './user-teams.ts';
import { getUser } from './users.ts';
import { suspendUser, unsuspendUser } from './users-suspended.ts';

/** Every endpoint of the authorization service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  root,
  meta,
  rateLimit,
  getAuthenticatedUser,
  listEmails,
  listTeams,
  getUser,
  graphql,
  listOwnOrganizations,
  getOrganization,
  listCredentialAuthorizations,
  deleteCredentialAuthorization,
  listAuthorizations,
  createAuthorization,
  getAuthorization,
  updateAuthorization,
  deleteAuthorization,
  getOrCreateAuthorization,
  getOrCreateAuthorizationByFingerprint,
  checkTokenInBody,
  resetTokenInBody,
  revokeTokenInBody,
  revokeGrantInBody,
  createScopedToken,
  checkTokenInPath,
  resetTokenInPath,
  revokeTokenInPath,
  revokeGrantInPath,
  listGrants,
  getGrant,
  deleteGrant,
  listPersonalTokens,
  deletePersonalToken,
  createImpersonation,
  deleteImpersonation,
  createUser,
  suspendUser,
  unsuspendUser,
  deleteUser,
];
