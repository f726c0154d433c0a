import type { Store } from '#accounts/store/index.ts';
import type { SeedOrganization } from './schema.ts';
import { differences, type SeedTarget } from './target.ts';

/** Adds or updates an organization, and sets its members. */
export async function writeOrganization(target: SeedTarget, organization: SeedOrganization): Promise<void> {
  const { store, at } = target;
  const { login, name, saml, members } = organization;
  const stored = await store.organizations.byLogin(login);
  if (!stored) {
    await store.organizations.add({
      login,
      name: name ?? null,
      saml: saml ?? 'off',
      createdAt: at,
      updatedAt: at,
    });
    // The members are written next. Another server with the same seed may have added the organization first.
    return writeOrganization(target, organization);
  }
  const change = differences(stored, { login, name, saml });
  if (Object.keys(change).length > 0)
    await store.organizations.update(stored.id, { ...change, updatedAt: at });
  if (members) await store.organizations.setMembers(stored.id, await findUserIds(store, members));
}

/** Allows the token for exactly these organizations. */
export async function writeApprovals(
  { store, at }: SeedTarget,
  authorizationId: number,
  logins: readonly string[],
): Promise<void> {
  const found = await Promise.all(logins.map((login) => store.organizations.byLogin(login)));
  const requested = new Set(found.flatMap((organization) => organization?.id ?? []));
  const allowed = new Set(await store.organizations.allowedOf(authorizationId));
  for (const id of allowed.difference(requested)) await store.organizations.disallow(authorizationId, id);
  for (const id of requested.difference(allowed)) await store.organizations.allow(authorizationId, id, at);
}

async function findUserIds(store: Store, logins: readonly string[]): Promise<number[]> {
  const users = await Promise.all(logins.map((login) => store.users.byLogin(login)));
  return users.flatMap((user) => user?.id ?? []);
}
