import { reportFailure } from './cli/failure.ts';
import { createOutput } from './cli/output.ts';
import { createProgram } from './cli/program.ts';
import { suggestion } from './config/nearest.ts';
import { UsageError } from './config/usage-error.ts';

/** Runs the command. Leaves 2 as the exit code when what was typed, set or named is wrong. */
export async function main(words: readonly string[]): Promise<void> {
  const output = createOutput();
  try {
    const program = createProgram(output);
    const [first] = words;
    const names = program.commands.map((command) => command.name());
    if (first !== undefined && !first.startsWith('-') && !names.includes(first)) {
      throw new UsageError(
        `There is no command ${JSON.stringify(first)}${suggestion(first, names)}; sparring --help lists them.`,
      );
    }
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error, output);
  }
}
