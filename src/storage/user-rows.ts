import type { Selectable } from 'kysely';
import type { NewUser, TwoFactor, User, UserStore } from '../authorizations/store.ts';
import type { UsersTable } from './tables.ts';

export const userColumns = [
  'users.id',
  'login',
  'name',
  'email',
  'email_verified',
  'site_admin',
  'password_hash',
  'two_factor_method',
  'two_factor_secret',
  'two_factor_phone',
  'suspended_at',
  'created_at',
  'updated_at',
] as const;

/** The columns of a user who is joined to something else. */
export const ownerColumns = [
  'users.id as owner_id',
  'users.login as owner_login',
  'users.name as owner_name',
  'users.email as owner_email',
  'users.email_verified as owner_email_verified',
  'users.site_admin as owner_site_admin',
  'users.password_hash as owner_password_hash',
  'users.two_factor_method as owner_two_factor_method',
  'users.two_factor_secret as owner_two_factor_secret',
  'users.two_factor_phone as owner_two_factor_phone',
  'users.suspended_at as owner_suspended_at',
  'users.created_at as owner_created_at',
  'users.updated_at as owner_updated_at',
] as const;

export type UserRow = Omit<
  Selectable<UsersTable>,
  'login_key' | 'last_one_time_password_step' | 'authorization_count' | 'grant_count'
>;

export function toOwner(row: { [Column in keyof UserRow as `owner_${Column}`]: UserRow[Column] }): User {
  return toUser({
    id: row.owner_id,
    login: row.owner_login,
    name: row.owner_name,
    email: row.owner_email,
    email_verified: row.owner_email_verified,
    site_admin: row.owner_site_admin,
    password_hash: row.owner_password_hash,
    two_factor_method: row.owner_two_factor_method,
    two_factor_secret: row.owner_two_factor_secret,
    two_factor_phone: row.owner_two_factor_phone,
    suspended_at: row.owner_suspended_at,
    created_at: row.owner_created_at,
    updated_at: row.owner_updated_at,
  });
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified === 1,
    siteAdmin: row.site_admin === 1,
    passwordHash: row.password_hash,
    twoFactor: toTwoFactor(row),
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toLoginKey(login: string): string {
  return login.toLowerCase();
}

export function toRow(user: NewUser) {
  return {
    login: user.login,
    login_key: toLoginKey(user.login),
    name: user.name,
    email: user.email,
    email_verified: user.emailVerified === false ? 0 : 1,
    site_admin: user.siteAdmin ? 1 : 0,
    password_hash: user.passwordHash,
    ...toTwoFactorColumns(user.twoFactor),
    suspended_at: user.suspendedAt ?? null,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

export function toChangedColumns(change: Parameters<UserStore['update']>[1]) {
  return {
    ...(change.login !== undefined && { login: change.login, login_key: toLoginKey(change.login) }),
    ...(change.name !== undefined && { name: change.name }),
    ...(change.email !== undefined && { email: change.email }),
    ...(change.emailVerified !== undefined && { email_verified: change.emailVerified ? 1 : 0 }),
    ...(change.siteAdmin !== undefined && { site_admin: change.siteAdmin ? 1 : 0 }),
    ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
    ...(change.twoFactor !== undefined && toTwoFactorColumns(change.twoFactor)),
    ...(change.suspendedAt !== undefined && { suspended_at: change.suspendedAt }),
    ...(change.updatedAt !== undefined && { updated_at: change.updatedAt }),
  };
}

function toTwoFactor(row: UserRow): TwoFactor | null {
  const { two_factor_secret: secret, two_factor_phone: phone } = row;
  if (secret !== null) return { method: 'app', secret };
  return phone === null ? null : { method: 'sms', phone };
}

function toTwoFactorColumns(twoFactor: TwoFactor | null) {
  return {
    two_factor_method: twoFactor?.method ?? null,
    two_factor_secret: twoFactor?.method === 'app' ? twoFactor.secret : null,
    two_factor_phone: twoFactor?.method === 'sms' ? twoFactor.phone : null,
  };
}
