import { Type } from 'typebox';
import { notFound } from '../answers/errors.ts';
import type { Organization, Store } from '../store.ts';

export const organizationParams = {
  org: Type.String({ description: "The organization's login, in any case." }),
};

/**
 * The organization that a path names.
 * @throws Refusal 404 when there is none.
 */
export async function findNamedOrganization(
  store: Pick<Store, 'organizations'>,
  login: string,
): Promise<Organization> {
  const organization = await store.organizations.byLogin(login);
  if (!organization) throw notFound();
  return organization;
}
