import { toApiTime } from '../../src/authorizations/api-time.ts';
import { exampleApplication, exampleToken, exampleUser } from '../../src/authorizations/example-accounts.ts';
import { createPasswords } from '../../src/authorizations/passwords.ts';
import type { Application, Authorization, Store, TwoFactor, User } from '../../src/authorizations/store.ts';
import { toDigest, toLastEight } from '../../src/authorizations/tokens.ts';
import { createRuntime, type Runtime } from '../../src/runtime.ts';

/** The part of a server that accounts are added to; without a runtime they are of the present. */
interface Place {
  readonly store: Store;
  readonly runtime?: Runtime;
}

export interface UserDetails {
  readonly login?: string;
  readonly password?: string;
  readonly twoFactor?: TwoFactor | null;
  readonly siteAdmin?: boolean;
}

/** Adds a user, by default the one the endpoints' examples sign in as. */
export async function addUser(
  { store, runtime = createRuntime() }: Place,
  {
    login = exampleUser.login,
    password = exampleUser.password,
    twoFactor = null,
    siteAdmin = false,
  }: UserDetails = {},
): Promise<User> {
  const at = toApiTime(runtime.now());
  const user = await store.users.add({
    login,
    name: null,
    email: `${login}@example.com`,
    siteAdmin,
    passwordHash: await createPasswords(runtime, 'test').hash(password),
    twoFactor,
    createdAt: at,
    updatedAt: at,
  });
  if (!user) throw new Error(`The login ${login} is taken`);
  return user;
}

/** Adds an application, by default the one the endpoints' examples speak of. */
export async function addApplication(
  { store, runtime = createRuntime() }: Place,
  details: Partial<typeof exampleApplication> = {},
): Promise<Application> {
  const { name, url, clientId, clientSecret } = { ...exampleApplication, ...details };
  const at = toApiTime(runtime.now());
  const secretDigest = toDigest(clientSecret);
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

/** Adds a token with a value of one's own: an application's, or a personal one without `applicationId`. */
export async function addToken(
  { store, runtime = createRuntime() }: Place,
  details: {
    readonly token: string;
    readonly userId: number;
    readonly applicationId?: number;
    readonly scopes?: string[];
    readonly note?: string;
    readonly fingerprint?: string;
  },
): Promise<Authorization> {
  const { token, userId, applicationId = null, scopes = [], note = null, fingerprint = null } = details;
  const authorization = await store.authorizations.create({
    userId,
    applicationId,
    hashedToken: toDigest(token),
    tokenLastEight: toLastEight(token),
    note,
    noteUrl: null,
    scopes,
    fingerprint,
    at: toApiTime(runtime.now()),
  });
  if (!authorization) throw new Error('The place of the token is taken');
  return authorization;
}

/** Everything that the endpoints' examples take for granted, in a store that is still empty. */
export async function addExampleAccounts(place: Place): Promise<void> {
  const user = await addUser(place);
  const application = await addApplication(place);
  await addToken(place, {
    ...exampleToken,
    scopes: [...exampleToken.scopes],
    userId: user.id,
    applicationId: application.id,
  });
}
