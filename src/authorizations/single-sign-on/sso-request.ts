import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../http/credentials.ts';
import type { Authorization } from '../store.ts';

/** That somebody with this token was refused by this organization, and may now ask for the token to be allowed. */
export interface SsoRequest {
  readonly authorization: Authorization;
  readonly organizationId: number;
}

/**
 * The request as it stands in the URL of a refusal, for an hour. Nothing is kept of it: it carries a proof that only
 * the token's own record makes, so that it ends with the token, or when that is replaced.
 * @param at milliseconds since the epoch
 */
export function createSsoRequest({ authorization, organizationId }: SsoRequest, at: number): string {
  const claim = `${authorization.id}.${organizationId}.${Math.floor(at / 1000) + LIFETIME}`;
  return `${claim}.${toProof(authorization, claim)}`;
}

/**
 * Undefined when it was not made here, when its hour is over, or when the token is not there any more.
 * @param find the authorization with this id, of the user who brings the request
 */
export async function readSsoRequest(
  text: string,
  find: (authorizationId: number) => Promise<Authorization | undefined>,
  at: number,
): Promise<SsoRequest | undefined> {
  const [, claim = '', id, organizationId, end, proof = ''] = SHAPE.exec(text) ?? [];
  const left = Number(end) - at / 1000;
  // A clock that was set back makes requests of the future.
  if (id === undefined || left <= 0 || left > LIFETIME) return undefined;
  const authorization = await find(Number(id));
  if (!authorization || !isSameSecret(proof, toProof(authorization, claim))) return undefined;
  return { authorization, organizationId: Number(organizationId) };
}

/** Seconds. */
const LIFETIME = 3600;

const SHAPE = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

function toProof({ hashedToken }: Authorization, claim: string): string {
  return createHmac('sha256', Buffer.from(hashedToken, 'hex')).update(`sso.${claim}`).digest('base64url');
}
