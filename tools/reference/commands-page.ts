import type { Command } from 'commander';
import { topics } from '#cli/options/topics.ts';
import { createProgram } from '#cli/program.ts';
import { createTerminal } from '#cli/terminal/terminal.ts';
import { frontMatter } from './front-matter.ts';

/** The page with the commands and their own options. */
export function commandsPage(): string {
  const commands = createProgram(createTerminal()).commands.flatMap((command) =>
    command.commands.length > 0 ? [...command.commands] : [command],
  );
  return `${frontMatter('Run it', 50, 'Look up a command and its options.', { Command: 'command' })}# Commands

Most commands ask a running server:

\`\`\`sh
sparring clock --url http://127.0.0.1:8080
\`\`\`

\`\`\`text
…  running
\`\`\`

\`sparring help COMMAND\` describes a command and its options. \`sparring help TOPIC\` describes one of these topics:
${[...topics.keys()].join(', ')}.

The commands use the database of the [settings](settings.md). With \`--url\`, or with the variable \`SPARRING_URL\`, commands
that only read ask a running server instead; this is required if the server stores in memory. \`serve\`, \`run\` and \`doctor\`
have all settings as options.

| Command | Effect | Options |
|---|---|---|
${commands.map(formatRow).join('\n')}
`;
}

function formatRow(command: Command): string {
  const options = command.options.filter(({ hidden, helpGroupHeading }) => !hidden && !helpGroupHeading);
  const cells = [
    `\`${formatUsage(command)}\``,
    (command.summary() || command.description()).replaceAll(/\s+/g, ' '),
    options.map(({ flags }) => `\`${flags.replace(/<(.*)>/, '$1')}\``).join(', '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The names and the arguments of a command, such as `sparring user add LOGIN`. */
function formatUsage(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  const args = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? name : `[${name}]`;
  });
  return [...names, ...args].join(' ');
}
