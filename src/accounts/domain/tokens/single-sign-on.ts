import { createHmac } from 'node:crypto';
import { isSameSecret } from '#http/syntax/credentials.ts';
import type { Authorization, Organization, Store, User } from '../../store/index.ts';
import type { Caller } from '../request/caller.ts';

/**
 * The organizations of the caller that the token of the call may not access: they enforce single sign-on, and the token
 * is not allowed for them. A password may access all.
 */
export async function findInaccessible(
  store: Pick<Store, 'organizations'>,
  { token }: Caller,
  organizations: readonly Organization[],
): Promise<Organization[]> {
  const enforcing = organizations.filter(({ saml }) => saml === 'enforced');
  if (!token || enforcing.length === 0) return [];
  if (!canBeAllowed(token)) return enforcing;
  const allowed = await store.organizations.allowedOf(token.id);
  return enforcing.filter(({ id }) => !allowed.includes(id));
}

/** The organizations of the user that enforce single sign-on. */
export async function findEnforcing(
  store: Pick<Store, 'organizations'>,
  { id }: Pick<User, 'id'>,
): Promise<Organization[]> {
  const organizations = await store.organizations.ofUser(id);
  return organizations.filter(({ saml }) => saml === 'enforced');
}

/**
 * Compat: a token that an application got with the password of the user, and not in the web flow, cannot be allowed for
 * an organization that enforces single sign-on.
 */
export function canBeAllowed({ application, origin }: Authorization): boolean {
  return application === null || origin !== 'interface';
}

/** A request to allow a token for an organization that has rejected it. */
export interface SsoRequest {
  readonly authorization: Authorization;
  readonly organizationId: number;
}

/**
 * The request as text for the URL of the error. It is valid for an hour and not stored: it is signed with the record of
 * the token, so it becomes invalid when the token is deleted or replaced.
 * @param at milliseconds since the epoch
 */
export function createSsoRequest({ authorization, organizationId }: SsoRequest, at: number): string {
  const claim = `${authorization.id}.${organizationId}.${Math.floor(at / 1000) + LIFETIME}`;
  return `${claim}.${createProof(authorization, claim)}`;
}

/**
 * Undefined for an invalid or expired request, and for a deleted token.
 * @param find the authorization with this ID of the user who sends the request
 */
export async function readSsoRequest(
  text: string,
  find: (authorizationId: number) => Promise<Authorization | undefined>,
  at: number,
): Promise<SsoRequest | undefined> {
  const [, claim = '', id, organizationId, end, proof = ''] = SHAPE.exec(text) ?? [];
  const left = Number(end) - at / 1000;
  // After the clock is set back, a request can be from the future.
  if (id === undefined || left <= 0 || left > LIFETIME) return undefined;
  const authorization = await find(Number(id));
  if (!authorization || !isSameSecret(proof, createProof(authorization, claim))) return undefined;
  return { authorization, organizationId: Number(organizationId) };
}

/** Seconds. */
const LIFETIME = 3600;

const SHAPE = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

function createProof({ hashedToken }: Authorization, claim: string): string {
  return createHmac('sha256', Buffer.from(hashedToken, 'hex')).update(`sso.${claim}`).digest('base64url');
}
