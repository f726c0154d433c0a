import type { Command } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import { didYouMean } from '#http/syntax/closest-match.ts';
import { topics } from '../options/topics.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addHelp(program: Command, terminal: Terminal): void {
  program
    .command('help')
    .argument('[TOPIC...]', `a command, or one of ${[...topics.keys()].join(', ')}`)
    .description('Shows help for a command or a topic.')
    .action((words: string[]) => {
      const [first, second] = words;
      if (first === undefined) return program.outputHelp();
      const topic = topics.get(first);
      if (topic) return terminal.print(`${terminal.bold(topic.title)}\n\n${topic.text}\n`);
      const command = program.commands.find((each) => each.name() === first);
      const inner = command?.commands.find((each) => each.name() === second);
      if (!command || (second !== undefined && !inner)) {
        const known = [...topics.keys(), ...program.commands.map((each) => each.name())];
        const near = didYouMean(first, known);
        throw new UsageError(
          `There is no help on ${JSON.stringify(words.join(' '))}${near || `; topics and commands with help are ${[...new Set(known)].join(', ')}`}.`,
        );
      }
      (inner ?? command).outputHelp();
    });
}
