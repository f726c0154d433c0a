import type { Command } from 'commander';
import { quote, UsageError } from '#config/usage-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { type CompletionWords, shells } from '../setup/completion.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion <SHELL>')
    .description(
      'Prints a script that completes commands and flags in bash, zsh or fish, such as: source <(sparring completion bash)',
    )
    .action((shell: string) => {
      const print = shells.get(shell);
      if (!print) {
        const names = [...shells.keys()];
        throw new UsageError(
          `There is no completion for ${quote(shell)}${didYouMean(shell, names)}; name one of ${names.join(', ')}.`,
        );
      }
      terminal.print(print(collectWords(program)));
    });
}

/** The words of each command, by its path: `''` for the program, `user add` for a command of a command. */
function collectWords(program: Command): CompletionWords {
  const words = new Map<string, { commands: string[]; flags: string[] }>();
  const serve = program.commands.find((command) => command.name() === 'serve');
  const visit = (command: Command, name: string) => {
    const options = command === program && serve ? [...program.options, ...serve.options] : command.options;
    const flags = options.flatMap(({ long }) => long ?? []);
    words.set(name, {
      commands: command.commands.map((each) => each.name()),
      flags: [...new Set([...flags, '--help'])].sort(),
    });
    for (const each of command.commands) visit(each, `${name} ${each.name()}`.trim());
  };
  visit(program, '');
  return words;
}
