import { HttpError } from '#http/errors/errors.ts';
import { impliedScopes, normaliseScopes, unknownScopes } from '../../domain/tokens/scopes.ts';
import { findEnforcing } from '../../domain/tokens/single-sign-on.ts';
import type { Application, Organization, User } from '../../store/index.ts';
import { choiceField, type Form, repeatedField } from '../forms/form.ts';
import type { WebContext } from '../sessions/context.ts';

/** The fields of the consent form. */
export const decisionFields = {
  decision: choiceField('authorize', 'cancel'),
  scope: repeatedField('The granted scopes.'),
  organization: repeatedField('Logins of the organizations that the token may access.'),
};

/** The access that an application requests from a user. */
export interface ConsentRequest {
  readonly application: Application;
  readonly ownerLogin: string | undefined;
  readonly user: User;
  readonly scopes: readonly string[];
  /** The scopes of the grant that the user has given the application before. */
  readonly granted: readonly string[];
  /** Requested names that are no scopes of the release. */
  readonly unknown: readonly string[];
  /** The organizations of the user that enforce single sign-on. */
  readonly organizations: readonly Organization[];
}

/** The access that the user grants. */
export interface Consent {
  readonly scopes: string[];
  readonly organizationIds: number[];
}

/** Parses requested scopes, separated by spaces or commas. Compat: unknown scopes are ignored. */
export function parseRequestedScopes(text: string, release: WebContext['release']): string[] {
  const requested = splitScopes(text);
  const unknown = new Set(unknownScopes(requested, release.unknownScopes));
  return normaliseScopes(requested.filter((scope) => !unknown.has(scope))).toSorted();
}

/** The requested names that are ignored. */
export function selectUnknownScopes(text: string, release: WebContext['release']): string[] {
  return unknownScopes(splitScopes(text), release.unknownScopes);
}

function splitScopes(text: string): string[] {
  // Longer than all scopes together.
  return text
    .slice(0, 2000)
    .split(/[\s,]+/)
    .filter(Boolean);
}

export async function buildConsentRequest(
  service: WebContext,
  application: Application,
  user: User,
  scopes: readonly string[],
  unknown: readonly string[] = [],
): Promise<ConsentRequest> {
  const grant = await service.store.grants.byApplication(user.id, application.id);
  const owner =
    application.ownerId === null ? undefined : await service.store.users.byId(application.ownerId);
  return {
    application,
    user,
    scopes,
    granted: grant?.scopes ?? [],
    unknown,
    ownerLogin: owner?.login,
    organizations: await findEnforcing(service.store, user),
  };
}

/** @throws HttpError 422 */
export function requireVerifiedEmail({ emailVerified }: User): void {
  if (!emailVerified)
    throw new HttpError(422, 'Verify your email address before you authorize an application.');
}

/** The part of the requested access that the form grants. */
export function readConsent({ scopes, organizations }: ConsentRequest, form: Form): Consent {
  const [ticked, chosen] = [new Set(form.all('scope')), new Set(form.all('organization'))];
  return {
    scopes: scopes.filter((scope) => ticked.has(scope)),
    organizationIds: organizations.filter(({ login }) => chosen.has(login)).map(({ id }) => id),
  };
}

/** Whether all requested scopes are granted already. */
export function isGranted(requested: readonly string[], granted: readonly string[]): boolean {
  const held = new Set([...granted, ...granted.flatMap(impliedScopes)]);
  return requested.every((scope) => held.has(scope));
}
