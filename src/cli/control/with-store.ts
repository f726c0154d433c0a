import type { Command } from 'commander';
import type { TObject, TSchema } from 'typebox';
import { formatApiTime } from '#accounts/store/api-time.ts';
import { loadConfig } from '#config/load.ts';
import { UsageError } from '#config/usage-error.ts';
import { formatPlace } from '#config/values/database.ts';
import type { StoreContext } from '#control/operations/declaration/context.ts';
import type { Operation } from '#control/operations/declaration/operation.ts';
import type { SeedTarget } from '#control/seed/target.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import { readFlags } from '../options/options.ts';
import { prepareDatabase } from '../serve/database-file.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  const { settings, origins } = await loadConfig(readFlags(command), terminal.variables);
  if (settings.database === 'memory') {
    throw new UsageError(
      `A database in memory, as ${origins.database} says, ends with this command; name a file.`,
    );
  }
  const [{ openStore }, { toOperatorError }, { createPasswords }, { checkInput }] = await Promise.all([
    import('#accounts/storage/open.ts'),
    import('#database/database-errors.ts'),
    import('#accounts/domain/sign-in/passwords.ts'),
    import('#control/operations/declaration/check-input.ts'),
  ]);
  const runtime = createRuntime();
  const created = await prepareDatabase({ settings, origins });
  const store = await openStore(settings.database);
  if (created !== undefined) terminal.printError(`sparring: Created the database ${created}.\n`);
  try {
    const passwords = createPasswords(runtime, settings.passwordCost);
    const context = { store, runtime, passwords, audit: { flush: async () => {} } };
    return await work({
      store,
      passwords,
      runtime,
      at: formatApiTime(runtime.now()),
      place: formatPlace(settings.database),
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
