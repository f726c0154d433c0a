import { stripVTControlCharacters } from 'node:util';
import { Command, CommanderError, Help, Option } from 'commander';
import { version } from '#version.ts';
import { addAppCommands } from './commands/app.ts';
import { addAudit } from './commands/audit.ts';
import { addBackup, addRestore } from './commands/backup.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addConformance } from './commands/conformance.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEndpoints } from './commands/endpoints.ts';
import { addHealth } from './commands/health.ts';
import { addHelp } from './commands/help.ts';
import { addInit } from './commands/init.ts';
import { addLifecycle } from './commands/lifecycle.ts';
import { addOperationCommands } from './commands/operations.ts';
import { addOutbox } from './commands/outbox.ts';
import { addRequests } from './commands/requests.ts';
import { addRuleCommands } from './commands/rules.ts';
import { addRun } from './commands/run.ts';
import { addServe } from './commands/serve.ts';
import { addStub } from './commands/stub.ts';
import { addUserCommands } from './commands/user.ts';
import { rejectRepeatedFlags } from './options/repeated-flags.ts';
import { topics } from './options/topics.ts';
import { formatShortHelp } from './terminal/short-help.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Creates the command line program. It throws instead of ending the process. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('sparring');
  let isComplete = false;
  program
    .description('A sparring partner for HTTP clients: a testing service and an authorization API.')
    .version(version, '-v, --version', 'Prints the version.')
    .helpOption('-h, --help', 'Prints this help.')
    .addOption(new Option('--help-all', 'Prints all commands and settings.'))
    .helpCommand(false)
    .usage('[serve] [options]\n       sparring COMMAND [options]')
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.printError, outputError() {} })
    .configureHelp({
      styleTitle: terminal.bold,
      // The terms of settings are long.
      minWidthToWrap: 20,
      formatHelp(command, helper) {
        if (command === program && !isComplete)
          return formatShortHelp(
            program.commands.map((each) => each.name()),
            terminal,
          );
        return sortHelpSections(Help.prototype.formatHelp.call(this, command, helper));
      },
      optionTerm: ({ flags, long, hidden }) =>
        !hidden && isSwitch(long) ? flags.replace(/^--/, '--[no-]') : flags,
      visibleOptions(command) {
        const options = Help.prototype.visibleOptions.call(this, command);
        // Without the name of a command, the server starts. The help contains its options.
        if (command !== program) return options;
        return [...options, ...serve.options.filter(({ hidden }) => !hidden)];
      },
    });
  const isSwitch = (long: string | undefined) =>
    serve.options.some((option) => option.hidden && option.long === long?.replace(/^--/, '--no-'));

  const serve = addServe(program, terminal);
  addRun(program, terminal);
  addConformance(program, terminal);
  addInit(program, terminal);
  addDoctor(program, terminal);
  addUserCommands(program, terminal);
  addAppCommands(program, terminal);
  addOutbox(program, terminal);
  addLifecycle(program, terminal);
  addOperationCommands(program, terminal);
  addRequests(program, terminal);
  addStub(program, terminal);
  addRuleCommands(program, terminal);
  addAudit(program, terminal);
  addEndpoints(program, terminal);
  addBackup(program, terminal);
  addRestore(program, terminal);
  addConfig(program, terminal);
  addHealth(program, terminal);
  addCompletion(program, terminal);
  addHelp(program, terminal);
  program.on('option:help-all', () => {
    isComplete = true;
    terminal.print(`${program.helpInformation().trimEnd()}\n${EXAMPLES}\n`);
    throw new CommanderError(0, 'commander.helpDisplayed', '');
  });
  rejectRepeatedFlags(program);
  return program;
}

const EXAMPLES = `
Examples:
  sparring                       on http://127.0.0.1:8080, data in a file
  sparring --port 0 --database memory --seed a.yaml
                                 on a free port, in memory, with users of a file
  sparring run -- npm test       a server for the time of a command
  sparring user add mona         adds a user with a generated password
  sparring requests --follow     the requests that arrive at the running server
  sparring audit --url http://127.0.0.1:8080
                                 the programs that make deprecated calls
  sparring lifecycle --lifecycle github --at 2020-11-13T16:00:00Z
                                 the responses when github.com removed the API

More: sparring help TOPIC, where TOPIC is one of
      ${[...topics.keys()].join(', ')}`;

/** Moves commands and options of a command before the settings in its help. */
function sortHelpSections(help: string): string {
  const sections = help.trimEnd().split('\n\n');
  const ranked = sections.map((section, index) => ({ section, rank: rankOf(section, index) }));
  ranked.sort((one, other) => one.rank - other.rank);
  return `${ranked.map(({ section }) => section).join('\n\n')}\n`;
}

/** The first two sections are usage and description. */
function rankOf(section: string, index: number): number {
  const rank = FIRST.indexOf(stripVTControlCharacters(section).split('\n', 1)[0] ?? '');
  if (rank >= 0) return rank + 1;
  return index < 2 ? 0 : FIRST.length + 1;
}

const FIRST = ['Arguments:', 'Commands:', 'Options:'];
