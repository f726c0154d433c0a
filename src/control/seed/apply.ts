import { changeUser } from '#accounts/domain/accounts.ts';
import { normaliseScopes } from '#accounts/domain/tokens/scopes.ts';
import { computeDigest, isOfDigest, selectLastEight } from '#accounts/domain/tokens/tokens.ts';
import type { Store, TwoFactor } from '#accounts/store/index.ts';
import { UsageError } from '#config/usage-error.ts';
import { stripEnd } from '#http/syntax/text.ts';
import { writeApprovals, writeOrganization } from './organizations.ts';
import type { SeedApplication, SeedAuthorization, SeedData, SeedUser } from './schema.ts';
import { differences, type SeedTarget } from './target.ts';

/** Writes records that are missing or different. The data must be valid. */
export async function writeSeed(target: SeedTarget, data: SeedData): Promise<void> {
  for (const user of data.users ?? []) await writeUser(target, user);
  for (const application of data.applications ?? []) await writeApplication(target, application);
  for (const organization of data.organizations ?? []) await writeOrganization(target, organization);
  for (const authorization of data.authorizations ?? []) await writeAuthorization(target, authorization);
}

/** Adds a user. False when the login is taken. */
export async function addUser({ store, passwords, at }: SeedTarget, user: SeedUser): Promise<boolean> {
  const added = await store.users.add({
    login: user.login,
    name: user.name ?? null,
    email: user.email ?? null,
    emailVerified: user.email_verified ?? true,
    siteAdmin: user.site_admin ?? false,
    passwordHash: await passwords.hash(user.password),
    twoFactor: toTwoFactor(user.two_factor ?? null),
    suspendedAt: user.suspended ? at : null,
    createdAt: at,
    updatedAt: at,
  });
  return added !== undefined;
}

async function writeUser(target: SeedTarget, user: SeedUser): Promise<void> {
  const { store, passwords, at } = target;
  const stored = await store.users.byLogin(user.login);
  if (!stored) {
    // Another server with the same seed may have added the user first.
    if (!(await addUser(target, user))) await writeUser(target, user);
    return;
  }
  const change = differences(stored, {
    login: user.login,
    name: user.name,
    email: user.email,
    emailVerified: user.email_verified,
    siteAdmin: user.site_admin,
    suspendedAt:
      user.suspended === undefined ? undefined : user.suspended ? (stored.suspendedAt ?? at) : null,
    twoFactor: user.two_factor === undefined ? undefined : toTwoFactor(user.two_factor),
  });
  const isSame = await passwords.verify(user.password, stored.passwordHash);
  if (!isSame) change.passwordHash = await passwords.hash(user.password);
  if (Object.keys(change).length > 0) await changeUser(store, stored.id, { ...change, updatedAt: at });
}

/** Adds an application. False when the client id is taken. */
export async function addApplication(
  { store, at }: SeedTarget,
  application: SeedApplication,
): Promise<boolean> {
  const added = await store.applications.add({
    name: application.name,
    url: application.url,
    description: application.description ?? null,
    callbackUrl: application.callback_url ?? null,
    clientId: application.client_id,
    secretDigest: computeDigest(application.client_secret),
    ownerId: await findOwnerId(store, application.owner ?? null),
    createdAt: at,
    updatedAt: at,
  });
  return added !== undefined;
}

async function writeApplication(target: SeedTarget, application: SeedApplication): Promise<void> {
  const { store, at } = target;
  const stored = await store.applications.byClientId(application.client_id);
  if (!stored) {
    if (!(await addApplication(target, application))) await writeApplication(target, application);
    return;
  }
  const change = differences(stored, {
    name: application.name,
    url: application.url,
    description: application.description,
    callbackUrl: application.callback_url,
    ownerId: application.owner === undefined ? undefined : await findOwnerId(store, application.owner),
  });
  if (!isOfDigest(application.client_secret, stored.secretDigest)) {
    change.secretDigest = computeDigest(application.client_secret);
  }
  if (Object.keys(change).length > 0)
    await store.applications.update(stored.id, { ...change, updatedAt: at });
}

async function writeAuthorization(target: SeedTarget, authorization: SeedAuthorization): Promise<void> {
  const id = await addAuthorization(target, authorization);
  const { organizations } = authorization;
  if (organizations) await writeApprovals(target, id, organizations);
}

/** The id of the existing or new authorization. */
async function addAuthorization(
  { store, at }: SeedTarget,
  authorization: SeedAuthorization,
): Promise<number> {
  const { user: login, client_id: clientId, token } = authorization;
  const hashedToken = computeDigest(token);
  const known = await store.authorizations.byHashedToken(hashedToken);
  if (known) return known.authorization.id;
  const user = await store.users.byLogin(login);
  const application = clientId === undefined ? undefined : await store.applications.byClientId(clientId);
  if (!user || (clientId !== undefined && !application)) throw changedMeanwhile(login);
  const created = await store.authorizations.create({
    userId: user.id,
    applicationId: application?.id ?? null,
    hashedToken,
    tokenLastEight: selectLastEight(token),
    note: authorization.note ?? null,
    noteUrl: authorization.note_url ?? null,
    scopes: normaliseScopes(authorization.scopes ?? []),
    fingerprint: authorization.fingerprint ?? null,
    at,
  });
  const id = created?.id ?? (await store.authorizations.byHashedToken(hashedToken))?.authorization.id;
  if (id === undefined) throw changedMeanwhile(login);
  return id;
}

/** The error for a store that changed between the check and the write. */
function changedMeanwhile(login: string): UsageError {
  return new UsageError(
    `The database changed while the seed was written, at an authorization of ${login}; try again.`,
  );
}

function toTwoFactor(input: NonNullable<SeedUser['two_factor']> | null): TwoFactor | null {
  if (input?.method !== 'app') return input;
  return { method: 'app', secret: stripEnd(input.secret, '=').toUpperCase() };
}

async function findOwnerId(store: Store, owner: string | null): Promise<number | null> {
  return owner === null ? null : ((await store.users.byLogin(owner))?.id ?? null);
}
