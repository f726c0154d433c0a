import { unknownScopes } from '#accounts/domain/tokens/scopes.ts';
import { computeDigest } from '#accounts/domain/tokens/tokens.ts';
import type { Authorization, Store } from '#accounts/store/index.ts';
import type { PlaceOf } from '#config/check.ts';
import { UsageError } from '#config/usage-error.ts';
import type { Path } from '#http/message/validation.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import type { SeedAuthorization, SeedData } from './schema.ts';

/**
 * Checks what a schema cannot: that keys are unique, that references exist in the seed or in the store, and that no
 * existing token conflicts. @throws UsageError with the first error.
 */
export async function checkReferences(data: SeedData, store: Store, placeOf: PlaceOf): Promise<void> {
  const { users = [], applications = [], organizations = [], authorizations = [] } = data;
  const invalid = (path: Path, sentence: string) => new UsageError(`${placeOf(path)} ${sentence}.`, { path });

  const keys: readonly (readonly [list: string, member: string, keys: string[]])[] = [
    ['users', 'login', users.map(({ login }) => login.toLowerCase())],
    ['applications', 'client_id', applications.map((each) => each.client_id)],
    ['organizations', 'login', organizations.map(({ login }) => login.toLowerCase())],
    ['authorizations', 'token', authorizations.map(({ token }) => token)],
    ['authorizations', 'user', authorizations.map(computeReferenceKey)],
  ];
  for (const each of keys) rejectDuplicates(...each, invalid);

  const logins = new Set(users.map(({ login }) => login.toLowerCase()));
  const names = new Set(organizations.map(({ login }) => login.toLowerCase()));
  const clientIds = new Set(applications.map((application) => application.client_id));
  const checkLogin = async (login: string, path: Path) => {
    if (logins.has(login.toLowerCase()) || (await store.users.byLogin(login))) return;
    throw invalid(path, `names no user${didYouMean(login, logins)}`);
  };

  for (const [index, { owner }] of applications.entries()) {
    if (owner) await checkLogin(owner, ['applications', index, 'owner']);
  }
  for (const [index, { login }] of users.entries()) {
    if (await store.organizations.byLogin(login))
      throw invalid(['users', index, 'login'], "is an organization's login already");
  }
  for (const [index, { login, members = [] }] of organizations.entries()) {
    if (logins.has(login.toLowerCase()) || (await store.users.byLogin(login)))
      throw invalid(['organizations', index, 'login'], "is a user's login already");
    for (const [place, member] of members.entries())
      await checkLogin(member, ['organizations', index, 'members', place]);
  }
  for (const [index, authorization] of authorizations.entries()) {
    const path: Path = ['authorizations', index];
    const { user, client_id: clientId, scopes = [] } = authorization;
    await checkLogin(user, [...path, 'user']);
    if (
      clientId !== undefined &&
      !clientIds.has(clientId) &&
      !(await store.applications.byClientId(clientId))
    ) {
      throw invalid([...path, 'client_id'], `names no application${didYouMean(clientId, clientIds)}`);
    }
    const [unknown] = unknownScopes(scopes);
    if (unknown !== undefined)
      throw invalid([...path, 'scopes'], `must be scopes, and ${JSON.stringify(unknown)} is none`);
    await checkOrganizations(authorization, names, store, (rest, sentence) =>
      invalid([...path, ...rest], sentence),
    );
    await checkPlace(authorization, store, (sentence) => invalid(path, sentence));
  }
}

async function checkOrganizations(
  { client_id: clientId, organizations = [] }: SeedAuthorization,
  names: ReadonlySet<string>,
  store: Store,
  invalid: (path: Path, sentence: string) => UsageError,
): Promise<void> {
  if (clientId !== undefined && organizations.length > 0) {
    throw invalid(
      ['organizations'],
      'can be given to personal tokens alone: those of an application are never allowed for one',
    );
  }
  for (const [index, login] of organizations.entries()) {
    if (names.has(login.toLowerCase()) || (await store.organizations.byLogin(login))) continue;
    throw invalid(['organizations', index], `names no organization${didYouMean(login, names)}`);
  }
}

async function checkPlace(
  authorization: SeedAuthorization,
  store: Store,
  invalid: (sentence: string) => UsageError,
): Promise<void> {
  const user = await store.users.byLogin(authorization.user);
  const known = await store.authorizations.byHashedToken(computeDigest(authorization.token));
  if (known && known.user.id !== user?.id) throw invalid("has a token that is another user's already");
  if (known || !user) return;
  if (await findHolder(authorization, store, user.id)) {
    throw invalid(
      'has its place taken by another token of the same user; give it a fingerprint, or delete that one',
    );
  }
}

/** Finds an authorization that would violate a unique constraint, before anything is written. */
async function findHolder(
  authorization: SeedAuthorization,
  { authorizations }: Store,
  userId: number,
): Promise<Authorization | undefined> {
  const { client_id: clientId, fingerprint = null, note = null } = authorization;
  if (clientId === undefined && note === null) return undefined;
  for (let page = 1; ; page++) {
    const { items } = await authorizations.list(userId, { page, perPage: 100 }, clientId);
    const found = items.find(
      (item) =>
        item.fingerprint === fingerprint &&
        (clientId === undefined
          ? item.application === null && item.note === note
          : item.application !== null),
    );
    if (found || items.length < 100) return found;
  }
}

/** The uniqueness key of an authorization. */
function computeReferenceKey(authorization: SeedAuthorization, index: number): string {
  const { user, client_id: clientId, fingerprint = null, note = null } = authorization;
  if (clientId === undefined && note === null) return `${index}`;
  return JSON.stringify([
    user.toLowerCase(),
    clientId ?? null,
    clientId === undefined ? note : null,
    fingerprint,
  ]);
}

function rejectDuplicates(
  list: string,
  member: string,
  keys: readonly string[],
  invalid: (path: Path, sentence: string) => UsageError,
): void {
  const seen = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const earlier = seen.get(key);
    if (earlier !== undefined) throw invalid([list, index, member], `collides with ${list}[${earlier}]`);
    seen.set(key, index);
  }
}
