import type { Caller } from '../context.ts';
import type { Authorization, Organization, Store } from '../store.ts';

/**
 * Those of the caller's own organizations that he does not reach with what he called with: they enforce single sign-on,
 * and his token was not allowed for them. A password reaches them all.
 */
export async function findUnreached(
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

/**
 * Compat: what an application got with its user's password, and not from him in a browser, never reaches an
 * organization that enforces single sign-on, whoever allows it.
 */
export function canBeAllowed({ application, origin }: Authorization): boolean {
  return application === null || origin !== 'interface';
}
