import type { Command } from 'commander';
import type { TObject, TSchema } from 'typebox';
import { loadConfig } from '../config/load.ts';
import { UsageError } from '../config/usage-error.ts';
import { toPlace } from '../config/values/database.ts';
import { didYouMean } from '../http/syntax/closest-match.ts';
import type { StoreContext } from '../operations/declaration/context.ts';
import type { Operation } from '../operations/declaration/operation.ts';
import { createRuntime, type Runtime } from '../runtime.ts';
import type { SeedTarget } from '../seed/target.ts';
import { toApiTime } from '../store/api-time.ts';
import type { User } from '../store/index.ts';
import { addSettings, toFlags } from './options.ts';
import type { Terminal } from './terminal.ts';

/** Adds the settings of the database to a command. */
export function addStoreSettings(command: Command): Command {
  addSettings(command, ['config', 'database', 'passwordCost']);
  // Every command accepts the flag, so that users can repeat their flags. Only commands that hash show it in the help.
  for (const option of command.options) if (option.long === '--password-cost') option.hideHelp();
  return command;
}

export type StoreTools = SeedTarget & {
  readonly runtime: Runtime;
  /** The database, without secrets. */
  readonly place: string;
  /** Calls an operation that needs only the database. */
  run<Input extends TObject, Result>(
    operation: Operation<Input, Result, TSchema, StoreContext>,
    input: object,
  ): Result;
};

/** Opens the database of the settings, calls `work`, and closes the database. */
export async function withStore<Result>(
  terminal: Terminal,
  command: Command,
  work: (tools: StoreTools) => Promise<Result>,
): Promise<Result> {
  const { settings, origins } = await loadConfig(toFlags(command), terminal.variables);
  if (settings.database === 'memory') {
    throw new UsageError(
      `A database in memory, as ${origins.database} says, ends with this command; name a file.`,
    );
  }
  const [{ openStore }, { toOperatorError }, { createPasswords }, { checkInput }] = await Promise.all([
    import('../storage/open.ts'),
    import('../storage/database-errors.ts'),
    import('../authorizations/sign-in/passwords.ts'),
    import('../operations/declaration/check-input.ts'),
  ]);
  const runtime = createRuntime();
  const store = await openStore(settings.database);
  try {
    const passwords = createPasswords(runtime, settings.passwordCost);
    const context = { store, runtime, audit: { flush: async () => {} } };
    return await work({
      store,
      passwords,
      runtime,
      at: toApiTime(runtime.now()),
      place: toPlace(settings.database),
      run: (operation, input) =>
        operation.run(checkInput(operation, input), context, {
          signal: terminal.outputClosed,
          origin: '',
          isLocal: true,
        }),
    });
  } catch (error) {
    throw toOperatorError(error);
  } finally {
    await store.close();
  }
}

/** @throws UsageError with a suggestion, or the database and a hint. */
export async function findUser(
  { store, place }: Pick<StoreTools, 'store' | 'place'>,
  login: string,
  hint = '',
): Promise<User> {
  const user = await store.users.byLogin(login);
  if (user) return user;
  const near = didYouMean(login, await similarLogins(store, login));
  throw new UsageError(`There is no user ${JSON.stringify(login)}${near || ` in ${place}${hint}`}.`);
}

/** Maximum number of logins for each prefix. */
const MAX_LOGINS = 100;

/** A few logins that begin like the given one; all logins of a small store. */
async function similarLogins({ users }: StoreTools['store'], login: string): Promise<string[]> {
  const prefixes = [login.slice(0, Math.ceil(login.length / 2)), login.slice(0, 1), ''];
  const found = await Promise.all(prefixes.map((prefix) => users.loginsWithPrefix(prefix, MAX_LOGINS)));
  return found.flat();
}
