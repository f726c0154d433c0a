import { type TestContext, test } from 'node:test';
import { openStore } from '#accounts/storage/open.ts';
import type { NewApplication, NewAuthorization, NewUser, Store } from '#accounts/store/index.ts';

export interface EngineUnderTest {
  name: string;
  /** Whether two stores can be open on one database. */
  isShared: boolean;
  /** Maximum number of concurrent tests. */
  concurrency: number;
  /** The URL of an empty database that is deleted after the test; undefined when the test is skipped. */
  open(t: TestContext): Promise<string | undefined>;
}

export type StoreTest = (
  name: string,
  body: (store: Store, open: () => Promise<Store>) => Promise<void>,
) => void;

/** Opens an empty store for each test, and further ones on the same database, and closes them all. */
export function storeTest(engine: EngineUnderTest): StoreTest {
  return (name, body) => {
    test(name, async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const stores: Store[] = [];
      const open = async () => {
        const store = await openStore(database);
        stores.push(store);
        return store;
      };
      try {
        await body(await open(), open);
      } finally {
        for (const store of stores) await store.close();
      }
    });
  };
}

export const at = '2020-03-01T09:00:00Z';
export const later = '2020-03-02T09:00:00Z';
export const allItems = { page: 1, perPage: 1_000_000 };
export const unstorable = ['\0', 'mona\0', '\ud800', 'mo\udc00na'];
export const impossibleIds = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300];

export function newUser(change: Partial<NewUser> = {}): NewUser {
  return {
    login: 'mona',
    name: null,
    email: null,
    emailVerified: true,
    siteAdmin: false,
    passwordHash: '$argon2id$',
    twoFactor: null,
    suspendedAt: null,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

export function newApplication(change: Partial<NewApplication> = {}): NewApplication {
  return {
    name: 'Build Bot',
    url: 'https://buildbot.example',
    description: null,
    callbackUrl: null,
    clientId: '0123456789abcdef0123',
    secretDigest: 'ab'.repeat(32),
    isSuspended: false,
    ownerId: null,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

export async function addUser(store: Store, change: Partial<NewUser> = {}) {
  const user = await store.users.add(newUser(change));
  if (user === undefined) throw new Error('the login is taken');
  return user;
}

export async function addApplication(store: Store, change: Partial<NewApplication> = {}) {
  const application = await store.applications.add(newApplication(change));
  if (application === undefined) throw new Error('the client id is taken');
  return application;
}

/** Adds a user and an application. Returns them with the members of their tokens, and a maker of such tokens. */
export async function prepare(store: Store) {
  const user = await addUser(store);
  const application = await addApplication(store);
  const attributes = { userId: user.id, applicationId: application.id };
  return { user, application, attributes, token: tokenMaker() };
}

/** Creates tokens with different digests. */
export function tokenMaker() {
  let made = 0;
  return <Change extends Partial<NewAuthorization>>(change: Change) => ({
    ...newToken(String(++made)),
    ...change,
  });
}

function newToken(name: string): NewAuthorization {
  return {
    userId: 1,
    applicationId: null,
    origin: 'interface',
    hashedToken: name.padStart(64, '0'),
    tokenLastEight: name.padStart(8, '0'),
    note: null,
    noteUrl: null,
    scopes: [],
    fingerprint: null,
    expiresAt: null,
    at,
  };
}

/** The lists of a user with their totals, for every application and overall. */
export async function listsOf(store: Store, userId: number) {
  const authorizations = await store.authorizations.list(userId, allItems);
  const grants = await store.grants.list(userId, allItems);
  const perApplication = [];
  for (const { clientId } of await store.applications.list()) {
    perApplication.push(await store.authorizations.list(userId, allItems, clientId));
  }
  return { authorizations, grants, perApplication };
}
