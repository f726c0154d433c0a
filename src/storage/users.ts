import type { Selectable } from 'kysely';
import { type NewUser, signInFailureKey, type User, type UserStore } from '../authorizations/store.ts';
import { after, type Later } from '../later.ts';
import { isUniqueViolation } from './database-error.ts';
import { prepare } from './prepare.ts';
import { Recall, type StateOf } from './recall.ts';
import { createSignInFailureStore, toStoredKey } from './sign-in-failures.ts';
import { isId, isStorable } from './storable.ts';
import type { Database, UsersTable } from './tables.ts';

export function createUserStore(db: Database, stateOf: StateOf): UserStore {
  const known = new Recall<Credentials>(stateOf);
  const failures = createSignInFailureStore(db);

  const byId = prepare((db, id: number) => db.selectFrom('users').select(userColumns).where('id', '=', id));
  const byLogin = prepare((db, key: string) =>
    db.selectFrom('users').select(userColumns).where('login_key', '=', key),
  );
  const withFailures = prepare((db, failureKey: string, loginKey: string) =>
    db
      .selectFrom('users')
      .leftJoin('sign_in_failures', (join) => join.on('key', '=', failureKey))
      .select(userColumns)
      .select(['count', 'first_at'])
      .where('login_key', '=', loginKey),
  );

  function credentialsOf(login: string): Later<Credentials | undefined> {
    if (!isStorable(login)) return undefined;
    const rows = withFailures(db, toStoredKey(signInFailureKey(login)), toLoginKey(login));
    return after(rows, ([row]) => row && toCredentials(row));
  }

  async function unknownLogin(login: string): Promise<Credentials> {
    return { user: undefined, failures: await failures.byKey(signInFailureKey(login)) };
  }

  return {
    async add(user) {
      const row = await db
        .insertInto('users')
        .values(toRow(user))
        .onConflict((conflict) => conflict.column('login_key').doNothing())
        .returning(userColumns)
        .executeTakeFirst();
      return row && toUser(row);
    },

    async byId(id) {
      if (!isId(id)) return undefined;
      const [row] = await byId(db, id);
      return row && toUser(row);
    },

    async byLogin(login) {
      if (!isStorable(login)) return undefined;
      const [row] = await byLogin(db, toLoginKey(login));
      return row && toUser(row);
    },

    credentials(login) {
      return after(
        known.get(login, () => credentialsOf(login)),
        (found): Later<Credentials> => found ?? unknownLogin(login),
      );
    },

    async update(id, change) {
      if (!isId(id)) return false;
      const columns = toChangedColumns(change);
      if (Object.keys(columns).length === 0) return (await byId(db, id)).length > 0;
      try {
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set(columns)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async list() {
      return (await db.selectFrom('users').select(userColumns).orderBy('id').execute()).map(toUser);
    },

    async isEmpty() {
      return (await db.selectFrom('users').select('id').limit(1).execute()).length === 0;
    },
  };
}

type Credentials = Awaited<ReturnType<UserStore['credentials']>>;

function toCredentials(row: UserRow & { count: number | null; first_at: number | null }): Credentials {
  const { count, first_at: firstAt } = row;
  return {
    user: toUser(row),
    failures: count === null || firstAt === null ? undefined : { count, firstAt },
  };
}

const userColumns = [
  'users.id',
  'login',
  'name',
  'email',
  'site_admin',
  'password_hash',
  'two_factor_method',
  'two_factor_secret',
  'created_at',
  'updated_at',
] as const;

/** The columns of a user who is joined to something else. */
export const ownerColumns = [
  'users.id as owner_id',
  'users.login as owner_login',
  'users.name as owner_name',
  'users.email as owner_email',
  'users.site_admin as owner_site_admin',
  'users.password_hash as owner_password_hash',
  'users.two_factor_method as owner_two_factor_method',
  'users.two_factor_secret as owner_two_factor_secret',
  'users.created_at as owner_created_at',
  'users.updated_at as owner_updated_at',
] as const;

type UserRow = Omit<
  Selectable<UsersTable>,
  'login_key' | 'last_one_time_password_step' | 'authorization_count' | 'grant_count'
>;

export function toOwner(row: { [Column in keyof UserRow as `owner_${Column}`]: UserRow[Column] }): User {
  return toUser({
    id: row.owner_id,
    login: row.owner_login,
    name: row.owner_name,
    email: row.owner_email,
    site_admin: row.owner_site_admin,
    password_hash: row.owner_password_hash,
    two_factor_method: row.owner_two_factor_method,
    two_factor_secret: row.owner_two_factor_secret,
    created_at: row.owner_created_at,
    updated_at: row.owner_updated_at,
  });
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    email: row.email,
    siteAdmin: row.site_admin === 1,
    passwordHash: row.password_hash,
    twoFactor: row.two_factor_secret === null ? null : { method: 'app', secret: row.two_factor_secret },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toLoginKey(login: string): string {
  return login.toLowerCase();
}

function toRow(user: NewUser) {
  return {
    login: user.login,
    login_key: toLoginKey(user.login),
    name: user.name,
    email: user.email,
    site_admin: user.siteAdmin ? 1 : 0,
    password_hash: user.passwordHash,
    two_factor_method: user.twoFactor?.method ?? null,
    two_factor_secret: user.twoFactor?.secret ?? null,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}

function toChangedColumns(change: Parameters<UserStore['update']>[1]) {
  return {
    ...(change.login !== undefined && { login: change.login, login_key: toLoginKey(change.login) }),
    ...(change.name !== undefined && { name: change.name }),
    ...(change.email !== undefined && { email: change.email }),
    ...(change.siteAdmin !== undefined && { site_admin: change.siteAdmin ? 1 : 0 }),
    ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
    ...(change.twoFactor !== undefined && {
      two_factor_method: change.twoFactor?.method ?? null,
      two_factor_secret: change.twoFactor?.secret ?? null,
    }),
    ...(change.updatedAt !== undefined && { updated_at: change.updatedAt }),
  };
}
