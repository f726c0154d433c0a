import { Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import { formatApiTime } from '../../store/api-time.ts';
import type { Grant, Store } from '../../store/index.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { applicationsSection } from '../errors/documentation.ts';
import { notFound } from '../errors/errors.ts';
import type { ReleaseProfile } from '../release-profiles/release-profile.ts';
import type { Addresses } from '../request/addresses.ts';
import type { Client } from '../request/caller.ts';
import { buildShowing, toAuthorization } from '../resources/resources.ts';
import { toSimpleUser } from '../resources/simple-user.ts';
import { type ResponseDependencies, respond, respondNoContent } from '../responses/respond.ts';
import { type Bearer, type BearerDependencies, findBearer } from './bearer.ts';
import { buildNewToken, createToken } from './tokens.ts';

export interface TokenCallDependencies
  extends ResponseDependencies,
    BearerDependencies,
    GrantRevocationDependencies {
  readonly runtime: Runtime;
  readonly store: Pick<Store, 'authorizations' | 'grants'>;
  readonly addresses: Addresses;
  readonly release: ReleaseProfile;
}

/** A call of an application about one of its tokens, in the path or in the body. */
export interface TokenCall {
  readonly exchange: Exchange;
  readonly service: TokenCallDependencies;
  readonly caller: Client;
}

export const clientParams = {
  client_id: Type.String({ description: 'The client ID of the calling OAuth app.' }),
};

/** The parameters of a call with the token in the path. */
export const tokenParams = {
  ...clientParams,
  access_token: Type.String({ description: 'A token of the application.' }),
};

/** The body of a call with the token in the body. */
export const TokenBody = Type.Object({
  access_token: Type.String({ description: 'A token of the application.' }),
});

/** Sends the authorization of a token with its user. */
export async function checkToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  respondWithUser(call, await findOwnToken(call, clientId, token), token);
}

/** Replaces the token of an authorization. Of concurrent calls, one succeeds. */
export async function resetToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { exchange, service, caller } = call;
  const { token: current } = await findOwnToken(call, clientId, token);
  const fresh = createToken(service, 'application');
  const replaced = await service.store.authorizations.replaceToken(
    caller.application.id,
    current.hashedToken,
    buildNewToken(fresh),
    formatApiTime(service.runtime.now()),
    service.securityLog.tokenEvent(exchange, 'oauth_access.regenerate'),
  );
  if (!replaced) throw notFound();
  respondWithUser(call, { user: replaced.user, token: replaced.authorization }, fresh);
}

export async function revokeToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { store, runtime, securityLog } = call.service;
  const { user, token: found } = await findOwnToken(call, clientId, token, REVOCATION);
  const at = formatApiTime(runtime.now());
  // A concurrent reset has given the authorization another token, which this call does not name.
  const event = securityLog.tokenEvent(call.exchange, 'oauth_access.destroy')(found);
  const { hashedToken } = found;
  if (!(await store.authorizations.delete(user.id, found.id, at, { hashedToken, event })))
    throw notFound(REVOCATION);
  respondNoContent({ ...call, caller: undefined });
}

/** Revokes all access of the application to the account of the token's user. */
export async function revokeGrant(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { grants } = call.service.store;
  const { user } = await findOwnToken(call, clientId, token, GRANT_REVOCATION);
  const grant = await grants.byApplication(user.id, call.caller.application.id);
  if (!grant || !(await deleteGrantWithTokens(call.service, call.exchange, grant)))
    throw notFound(GRANT_REVOCATION);
  respondNoContent({ ...call, caller: undefined });
}

/**
 * @param documentation the page of the error, if it is not that of the endpoint
 * @throws ApiError 404, the same for an unknown token, an expired token, a token of another application or of none, and a
 * client ID of another application in the path.
 */
export async function findOwnToken(
  { service, caller }: TokenCall,
  clientId: string,
  token: string,
  documentation?: string,
): Promise<Bearer> {
  const { application } = caller;
  const bearer = clientId === application.clientId ? await findBearer(service, token) : undefined;
  if (bearer?.token.application?.id !== application.id) throw notFound(documentation);
  return bearer;
}

/** Compat: the headers for caches are those of a public response. */
function respondWithUser(call: TokenCall, { user, token: record }: Bearer, token: string): void {
  const { exchange, service } = call;
  const showing = buildShowing(service, exchange);
  const view = toAuthorization(showing, record, token);
  respond({ exchange, service, caller: undefined }, 200, {
    ...view,
    user: toSimpleUser(showing.address, user),
  });
}

/** Compat: the page of the error when revoking, for a token in the path and in the body. */
const REVOCATION = applicationsSection('revoke-an-authorization-for-an-application');

const GRANT_REVOCATION = applicationsSection('revoke-a-grant-for-an-application');

export interface GrantRevocationDependencies {
  readonly store: Pick<Store, 'grants'>;
  readonly securityLog: SecurityLog;
}

/**
 * Revokes the access of an application to an account, for the API and the pages: deletes the grant and all its tokens.
 * False when the grant is already deleted.
 */
export async function deleteGrantWithTokens(
  { store, securityLog }: GrantRevocationDependencies,
  exchange: Exchange,
  grant: Grant,
): Promise<boolean> {
  const { id, userId, application } = grant;
  const event = securityLog.event(exchange, userId, 'oauth_authorization.destroy', application.name);
  return await store.grants.deleteWithTokens(userId, id, event);
}
