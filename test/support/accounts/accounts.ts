import {
  exampleAdministrator,
  exampleAdministratorToken,
  exampleApplication,
  exampleLeavers,
  exampleOrganization,
  exampleSpares,
  exampleToken,
  exampleUser,
} from '#accounts/domain/example-accounts.ts';
import { createPasswords } from '#accounts/domain/sign-in/passwords.ts';
import { computeDigest, selectLastEight } from '#accounts/domain/tokens/tokens.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type {
  Application,
  Authorization,
  Organization,
  Store,
  TokenOrigin,
  TwoFactor,
  User,
} from '#accounts/store/index.ts';
import { createRuntime, type Runtime } from '#runtime.ts';

/** The members of a server that accounts are added to; without a runtime, timestamps are the present. */
interface AccountTarget {
  readonly store: Store;
  readonly runtime?: Runtime;
}

export interface UserDetails {
  readonly login?: string;
  readonly password?: string;
  readonly twoFactor?: TwoFactor | null;
  readonly siteAdmin?: boolean;
  readonly emailVerified?: boolean;
}

/** Adds a user; by default the user of the examples. */
export async function addUser(
  { store, runtime = createRuntime() }: AccountTarget,
  {
    login = exampleUser.login,
    password = exampleUser.password,
    twoFactor = null,
    siteAdmin = false,
    emailVerified = true,
  }: UserDetails = {},
): Promise<User> {
  const at = formatApiTime(runtime.now());
  const user = await store.users.add({
    login,
    name: null,
    email: `${login}@example.com`,
    siteAdmin,
    emailVerified,
    passwordHash: await createPasswords(runtime, 'test').hash(password),
    twoFactor,
    createdAt: at,
    updatedAt: at,
  });
  if (!user) throw new Error(`The login ${login} is taken`);
  return user;
}

/** Adds an application; by default the application of the examples. */
export async function addApplication(
  { store, runtime = createRuntime() }: AccountTarget,
  details: Partial<typeof exampleApplication> = {},
): Promise<Application> {
  const { name, url, clientId, clientSecret } = { ...exampleApplication, ...details };
  const at = formatApiTime(runtime.now());
  const secretDigest = computeDigest(clientSecret);
  const application = await store.applications.add({
    name,
    url,
    clientId,
    secretDigest,
    ownerId: null,
    createdAt: at,
    updatedAt: at,
  });
  if (!application) throw new Error(`The client id ${clientId} is taken`);
  return application;
}

/** Adds a token with a given value: of an application, or a personal one without `applicationId`. */
export async function addToken(
  { store, runtime = createRuntime() }: AccountTarget,
  details: {
    readonly token: string;
    readonly userId: number;
    readonly applicationId?: number;
    readonly scopes?: string[];
    readonly note?: string;
    readonly fingerprint?: string;
    readonly origin?: TokenOrigin;
    readonly expiresAt?: string | null;
  },
): Promise<Authorization> {
  const { token, userId, applicationId = null, scopes = [], note = null, fingerprint = null } = details;
  const { origin = 'interface', expiresAt = null } = details;
  const authorization = await store.authorizations.create({
    userId,
    applicationId,
    origin,
    hashedToken: computeDigest(token),
    tokenLastEight: selectLastEight(token),
    note,
    noteUrl: null,
    scopes,
    fingerprint,
    expiresAt,
    at: formatApiTime(runtime.now()),
  });
  if (!authorization) throw new Error('The uniqueness key of the token is taken');
  return authorization;
}

/** Adds an organization; by default it enforces single sign-on. */
export async function addOrganization(
  { store, runtime = createRuntime() }: AccountTarget,
  details: {
    readonly login?: string;
    readonly name?: string | null;
    readonly saml?: Organization['saml'];
    readonly memberIds?: readonly number[];
  } = {},
): Promise<Organization> {
  const { login = exampleOrganization.login, name = null, saml = 'enforced', memberIds = [] } = details;
  const at = formatApiTime(runtime.now());
  const organization = await store.organizations.add({ login, name, saml, createdAt: at, updatedAt: at });
  if (!organization) throw new Error(`The login ${login} is taken`);
  await store.organizations.setMembers(organization.id, memberIds);
  return organization;
}

/** Adds the records that the examples of the endpoints require to an empty store. */
export async function addExampleAccounts(target: AccountTarget): Promise<void> {
  const user = await addUser(target);
  const application = await addApplication(target);
  await addToken(target, {
    ...exampleToken,
    scopes: [...exampleToken.scopes],
    userId: user.id,
    applicationId: application.id,
  });
  const administrator = await addUser(target, { ...exampleAdministrator, siteAdmin: true });
  await addToken(target, { ...exampleAdministratorToken, userId: administrator.id });
  const { id: hubotId } = await addUser(target, { login: 'hubot' });
  await addToken(target, { token: 'b'.repeat(40), userId: hubotId, origin: 'impersonation' });
  await addOrganization(target, { ...exampleOrganization, memberIds: [user.id] });
  const { personal, ...spares } = exampleSpares;
  await addToken(target, { ...personal, userId: user.id });
  for (const spare of Object.values(spares))
    await addToken(target, { ...spare, userId: user.id, applicationId: application.id });
  for (const { login, token } of Object.values(exampleLeavers)) {
    const { id: userId } = await addUser(target, { login });
    await addToken(target, { token, userId, applicationId: application.id });
  }
}
