import type { Command } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { createProgram } from './program.ts';
import { WORKER_ARGUMENT } from './serve/worker-messages.ts';
import { reportFailure } from './terminal/failure.ts';
import { protectTerminal } from './terminal/safe-terminal.ts';
import { printsJson } from './terminal/start-error.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';

/** Runs the command with the streams of this process. */
export async function main(args: readonly string[]): Promise<void> {
  if (args[0] === WORKER_ARGUMENT && process.connected) {
    const { runWorker } = await import('./serve/worker.ts');
    return runWorker();
  }
  const terminal = createTerminal();
  // The event loop ends when nothing can settle the promise that the command waits for.
  const fail = () => {
    terminal.printError('sparring: The command ended before it was complete.\n');
    process.exitCode = 1;
  };
  process.once('beforeExit', fail);
  process.exitCode = await runCommand(args, terminal);
  process.off('beforeExit', fail);
}

/** Returns the exit code: 2 for an invalid argument, setting or file. */
export async function runCommand(args: readonly string[], input: Terminal): Promise<number> {
  let hasOutput = false;
  const terminal = protectTerminal({
    ...input,
    print(text) {
      hasOutput = true;
      input.print(text);
    },
  });
  const program = createProgram(terminal);
  try {
    const [first] = args;
    const names = program.commands.map((command) => command.name());
    if (first !== undefined && !first.startsWith('-') && !names.includes(first)) {
      throw new UsageError(
        `There is no command ${JSON.stringify(first)}${didYouMean(first, names)}; sparring --help lists them.`,
      );
    }
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return reportFailure(error, terminal, findCommandName(program, args), printsJson(args) && !hasOutput);
  }
}

/** The name of the command in the arguments, such as `user add`; without one, that of the default command. */
function findCommandName(program: Command, [first, second]: readonly string[]): string {
  const command = program.commands.find((each) => each.name() === first);
  if (!command) return 'serve';
  const inner = command.commands.find((each) => each.name() === second);
  return [command, ...(inner ? [inner] : [])].map((each) => each.name()).join(' ');
}
