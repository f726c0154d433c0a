import { Type } from 'typebox';
import type { Exchange } from '../../http/exchange.ts';
import { answer, answerNothing } from '../answers/answer.ts';
import { toApiTime } from '../answers/api-time.ts';
import { applicationsSection } from '../answers/documentation.ts';
import { notFound } from '../answers/errors.ts';
import { toAuthorization, toShowing } from '../answers/resources.ts';
import { toSimpleUser } from '../answers/simple-user.ts';
import type { AuthorizationContext, Client } from '../context.ts';
import { type Bearer, findBearer } from '../sign-in/bearer.ts';
import { endAccess } from './end-access.ts';
import { noteToken } from './note-token.ts';
import { createToken, toNewToken } from './tokens.ts';

/** A call of an application about one of its tokens, wherever in the request the token stands. */
export interface TokenCall {
  readonly exchange: Exchange;
  readonly service: AuthorizationContext;
  readonly caller: Client;
}

export const clientParams = {
  client_id: Type.String({ description: 'The client ID of the calling OAuth app.' }),
};

/** Of a call that names its token in the path. */
export const tokenParams = {
  ...clientParams,
  access_token: Type.String({ description: 'The token that the application holds.' }),
};

/** Of one that does not. */
export const TokenBody = Type.Object({
  access_token: Type.String({ description: 'The token that the application holds.' }),
});

/** Shows the token with its user. */
export async function checkToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  answerWithUser(call, await findOwnToken(call, clientId, token), token);
}

/** Gives the authorization another token. Of several that want to at once, one does. */
export async function resetToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { exchange, service, caller } = call;
  const { token: current } = await findOwnToken(call, clientId, token);
  const fresh = createToken(service, 'application');
  const replaced = await service.store.authorizations.replaceToken(
    caller.application.id,
    current.hashedToken,
    toNewToken(fresh),
    toApiTime(service.runtime.now()),
  );
  if (!replaced) throw notFound();
  await noteToken(service, exchange, 'oauth_access.regenerate', replaced.authorization);
  answerWithUser(call, { user: replaced.user, token: replaced.authorization }, fresh);
}

export async function revokeToken(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { store, runtime } = call.service;
  const { user, token: found } = await findOwnToken(call, clientId, token, REVOCATION);
  const at = toApiTime(runtime.now());
  // A reset at this moment has given the authorization another token, which nobody named.
  if (!(await store.authorizations.delete(user.id, found.id, at, found.hashedToken)))
    throw notFound(REVOCATION);
  await noteToken(call.service, call.exchange, 'oauth_access.destroy', found);
  answerNothing({ ...call, caller: undefined });
}

/** Ends all access of the application to the account of the token's user. */
export async function revokeGrant(call: TokenCall, clientId: string, token: string): Promise<void> {
  const { grants } = call.service.store;
  const { user } = await findOwnToken(call, clientId, token, GRANT_REVOCATION);
  const grant = await grants.byApplication(user.id, call.caller.application.id);
  if (!grant || !(await endAccess(call.service, call.exchange, grant))) throw notFound(GRANT_REVOCATION);
  answerNothing({ ...call, caller: undefined });
}

/**
 * @param documentation of the refusal, where it is not the endpoint's own page
 * @throws Refusal 404, the same for a token that nobody has, one that has expired, one that is another application's or
 * no application's, and whatever another application asks in this one's name.
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

/** Compat: caches are told that the answer is everybody's. */
function answerWithUser(call: TokenCall, { user, token: record }: Bearer, token: string): void {
  const { exchange, service } = call;
  const showing = toShowing(service, exchange);
  const shown = toAuthorization(showing, record, token);
  answer({ exchange, service, caller: undefined }, 200, {
    ...shown,
    user: toSimpleUser(showing.address, user),
  });
}

/** Compat: the refusal to revoke points here, wherever in the request the token stood. */
const REVOCATION = applicationsSection('revoke-an-authorization-for-an-application');

const GRANT_REVOCATION = applicationsSection('revoke-a-grant-for-an-application');
