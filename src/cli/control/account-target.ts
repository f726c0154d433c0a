import type { Command } from 'commander';
import type { Static, TObject, TSchema } from 'typebox';
import { UsageError } from '#config/usage-error.ts';
import type { StoreContext } from '#control/operations/declaration/context.ts';
import type { Operation } from '#control/operations/declaration/operation.ts';
import { OperationError } from '#control/operations/state/errors.ts';
import { addSettings } from '../options/options.ts';
import { formatPlainJson } from '../terminal/table.ts';
import { formatColumns, type Terminal } from '../terminal/terminal.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  findServer,
  urlHint,
} from './control-client.ts';
import { withStore } from './with-store.ts';

/** Flags of the commands on accounts. */
export interface AccountOptions extends ControlOptions {
  readonly json?: true;
}

/**
 * Adds the flags that select the server or the database to a command on accounts, and `--json`. Every command accepts the
 * cost of passwords, so that users can repeat their flags; only commands that hash show it in the help.
 */
export function addAccountOptions(command: Command, { hashes = false } = {}): Command {
  addSettings(addControlOptions(command.option('--json', 'Prints JSON.')), [
    'config',
    'database',
    'passwordCost',
  ]);
  if (!hashes) for (const option of command.options) if (option.long === '--password-cost') option.hideHelp();
  return command;
}

interface AccountCall<Output extends TSchema> {
  readonly operation: Operation<TObject, Promise<Static<Output>>, Output, StoreContext>;
  readonly input: object;
  /** What the operation returns, with its article. */
  readonly noun: string;
  /** The argument of each member of the input, for errors. */
  readonly names?: Readonly<Record<string, string>>;
}

/** Where an operation was performed: the URL of a server, or a database without secrets. */
export interface Place {
  readonly server?: string;
  readonly database?: string;
}

/**
 * Performs an operation on accounts where the flags and variables select it: on a running server, or on a database.
 * @throws UsageError, also for an error of the operation
 */
export async function performOnAccounts<Output extends TSchema>(
  terminal: Terminal,
  command: Command,
  options: AccountOptions,
  { operation, input, noun, names = {} }: AccountCall<Output>,
): Promise<{ readonly result: Static<Output>; readonly place: Place }> {
  const url = findServer(options, command, terminal);
  try {
    if (url === undefined) return await performOnDatabase(terminal, command, operation, input);
    const result = await callOperation(terminal, url, operation, { input, options, noun });
    return { result, place: { server: url } };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // An error of the input begins with the name of its member.
    const message = error.message.replace(
      /(^|: )(\w+)(?= (?:must|cannot) )/,
      (_, start: string, name: string) => start + (names[name] ?? name),
    );
    throw new UsageError(message, { cause: error });
  }
}

async function performOnDatabase<Output extends TSchema>(
  terminal: Terminal,
  command: Command,
  operation: AccountCall<Output>['operation'],
  input: object,
): Promise<{ readonly result: Static<Output>; readonly place: Place }> {
  return withStore(terminal, command, async (tools) => {
    try {
      return { result: await tools.run(operation, input), place: { database: tools.place } };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const hint = error.code === 'notFound' ? ` The database is ${tools.place}${urlHint}.` : '';
      throw new UsageError(`${error.message}${hint}`, { cause: error });
    }
  });
}

/** Prints the result of a change, and where it was made. */
export function printChange(
  terminal: Terminal,
  { json }: AccountOptions,
  { result, place }: { readonly result: object; readonly place: Place },
  sentence: string,
  rows: readonly (readonly [string, string])[] = [],
): void {
  const { server, database = '' } = place;
  const where: readonly [string, string] = server === undefined ? ['Database', database] : ['Server', server];
  terminal.print(
    json
      ? `${formatPlainJson({ ...result, ...place }, 2)}\n`
      : `${sentence}\n${formatColumns([...rows, where])}`,
  );
}
