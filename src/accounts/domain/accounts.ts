import { Type } from 'typebox';
import type { NewSecurityEvent, Organization, Store, User } from '../store/index.ts';
import { notFound } from './errors/errors.ts';

export const usernameParams = { username: Type.String({ description: "A user's login, in any case." }) };

export const organizationParams = {
  org: Type.String({ description: "The organization's login, in any case." }),
};

/** Finds the user that a path names. @throws ApiError 404 */
export async function findNamedUser(store: Pick<Store, 'users'>, username: string): Promise<User> {
  const user = await store.users.byLogin(username);
  if (!user) throw notFound();
  return user;
}

/** Finds the organization that a path names. @throws ApiError 404 */
export async function findNamedOrganization(
  store: Pick<Store, 'organizations'>,
  login: string,
): Promise<Organization> {
  const organization = await store.organizations.byLogin(login);
  if (!organization) throw notFound();
  return organization;
}

/**
 * The login of a new user: each run of characters that are neither letters nor digits becomes a hyphen, except at the
 * ends. Undefined when the result is empty or too long.
 */
export function normalizeNewLogin(requested: string): string | undefined {
  const login = requested.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return login.length >= 1 && login.length <= MAX_LOGIN_LENGTH ? login : undefined;
}

const MAX_LOGIN_LENGTH = 39;

/**
 * Changes a user outside the user's own browser session, and deletes what the change invalidates: the sessions after a
 * new password or a suspension, and the recovery codes after a change of the second factor. False for a deleted user.
 */
export function changeUser(
  { users }: Pick<Store, 'users'>,
  id: number,
  change: Partial<Omit<User, 'id' | 'createdAt'>>,
  event?: NewSecurityEvent,
): Promise<boolean> {
  return users.update(id, change, {
    deletesSessions: change.passwordHash !== undefined || Boolean(change.suspendedAt),
    ...(change.twoFactor !== undefined && { recoveryCodes: [] }),
    ...(event && { event }),
  });
}
