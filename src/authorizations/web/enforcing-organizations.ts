import type { Organization, User } from '../store.ts';
import type { WebContext } from './context.ts';

/** Those of the user's organizations that enforce single sign-on. */
export async function findEnforcing({ store }: WebContext, { id }: User): Promise<Organization[]> {
  const organizations = await store.organizations.ofUser(id);
  return organizations.filter(({ saml }) => saml === 'enforced');
}
