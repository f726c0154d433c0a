import type { Endpoint } from '../../http/endpoint.ts';
import { deleteGrant, getGrant, listGrants } from './applications-grants.ts';
import { createAuthorization, listAuthorizations } from './authorizations.ts';
import { getOrCreateAuthorization } from './authorizations-clients.ts';
import { meta } from './meta.ts';
import { root } from './root.ts';
import { getAuthenticatedUser } from './user.ts';

/** Every endpoint of the authorization service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  root,
  meta,
  getAuthenticatedUser,
  listAuthorizations,
  createAuthorization,
  getOrCreateAuthorization,
  listGrants,
  getGrant,
  deleteGrant,
];
