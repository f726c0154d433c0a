import { reportFailure } from './cli/failure.ts';
import { createProgram } from './cli/program.ts';
import { WORKER_ARGUMENT } from './cli/serve/worker-messages.ts';
import { createTerminal, type Terminal } from './cli/terminal.ts';
import { UsageError } from './config/usage-error.ts';
import { didYouMean } from './http/closest-match.ts';

/** The command, in this process and on its streams. */
export async function main(words: readonly string[]): Promise<void> {
  if (words[0] === WORKER_ARGUMENT && process.connected) {
    const { runWorker } = await import('./cli/serve/worker.ts');
    return runWorker();
  }
  process.exitCode = await runCommand(words, createTerminal());
}

/** Answers the exit code: 2 when what was typed, set or named is wrong. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const program = createProgram(terminal);
    const [first] = words;
    const names = program.commands.map((command) => command.name());
    if (first !== undefined && !first.startsWith('-') && !names.includes(first)) {
      throw new UsageError(
        `There is no command ${JSON.stringify(first)}${didYouMean(first, names)}; sparring --help lists them.`,
      );
    }
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
