import { createPasswords, generatePassword, type PasswordCost } from '#accounts/domain/sign-in/passwords.ts';
import { createClientId, createClientSecret } from '#accounts/domain/tokens/tokens.ts';
import { formatApiTime } from '#accounts/store/api-time.ts';
import type { Store } from '#accounts/store/index.ts';
import type { Runtime } from '#runtime.ts';
import { addApplication, addUser } from './apply.ts';

/** The first user and application of an empty store. The secrets are not stored in clear text. */
export interface Starter {
  readonly login: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Undefined if the store has a user. */
export async function createStarter(
  store: Store,
  runtime: Runtime,
  passwordCost: PasswordCost,
): Promise<Starter | undefined> {
  if (!(await store.users.isEmpty())) return undefined;
  const starter: Starter = {
    login: 'starter',
    password: generatePassword(runtime),
    clientId: createClientId(runtime),
    clientSecret: createClientSecret(runtime),
  };
  // If several servers start on one empty database, one of them adds the user.
  return (await addStarter(starter, store, runtime, passwordCost)) ? starter : undefined;
}

/** Adds the starter again after a reset. False when the login is taken. */
export async function addStarter(
  starter: Starter,
  store: Store,
  runtime: Runtime,
  passwordCost: PasswordCost,
): Promise<boolean> {
  const tools = {
    store,
    passwords: createPasswords(runtime, passwordCost),
    at: formatApiTime(runtime.now()),
  };
  if (!(await addUser(tools, { login: starter.login, password: starter.password }))) return false;
  await addApplication(tools, {
    name: 'Starter application',
    url: 'http://localhost/',
    // Any port is accepted on loopback.
    callback_url: 'http://localhost/',
    client_id: starter.clientId,
    client_secret: starter.clientSecret,
    owner: starter.login,
  });
  return true;
}
