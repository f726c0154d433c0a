import type { TwoFactor, User } from '#accounts/store/index.ts';
import {
  boolean,
  counter,
  identity,
  integer,
  nullable,
  oneOf,
  text,
  timestamp,
  withDefault,
} from './column.ts';
import { column, columns, defineTable } from './table.ts';

/** A login, and the text by which it is found in any case. */
export const login = columns(
  { login: text, login_key: text },
  {
    encode: (value: string) => ({ login: value, login_key: toLoginKey(value) }),
    decode: (row) => row.login,
  },
);

export function toLoginKey(login: string): string {
  return login.toLowerCase();
}

const twoFactor = columns(
  {
    two_factor_method: nullable(oneOf('app', 'sms')),
    two_factor_secret: nullable(text),
    two_factor_phone: nullable(text),
  },
  {
    encode: (value: TwoFactor | null) => ({
      two_factor_method: value?.method ?? null,
      two_factor_secret: value?.method === 'app' ? value.secret : null,
      two_factor_phone: value?.method === 'sms' ? value.phone : null,
    }),
    decode: ({ two_factor_secret: secret, two_factor_phone: phone }): TwoFactor | null => {
      if (secret !== null) return { method: 'app', secret };
      return phone === null ? null : { method: 'sms', phone };
    },
  },
);

export const users = defineTable<User>()(
  'users',
  {
    id: column('id', identity),
    login,
    name: column('name', nullable(text)),
    email: column('email', nullable(text)),
    emailVerified: column('email_verified', withDefault(boolean)),
    siteAdmin: column('site_admin', boolean),
    passwordHash: column('password_hash', text),
    twoFactor,
    suspendedAt: column('suspended_at', nullable(timestamp)),
    createdAt: column('created_at', timestamp),
    updatedAt: column('updated_at', timestamp),
  },
  {
    last_one_time_password_step: withDefault(integer),
    /** Kept by the transactions that add and delete tokens and grants. */
    authorization_count: withDefault(counter),
    grant_count: withDefault(counter),
  },
);

export const recoveryCodes = defineTable<object>()('recovery_codes', {}, { user_id: integer, digest: text });
