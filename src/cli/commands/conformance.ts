import { BUILT_IN_ADAPTERS } from '@sparring/conformance/help';
import { type Command, Option } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import { exitCodeSentence } from '../conformance/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';

const DESCRIPTION = `Tests an HTTP client: an adapter makes requests with it, and the suite judges what arrived at the server and what the client told its user. The guide "Test your client" describes the adapter, a program that reads and writes lines of JSON.

Levels: R requirement of an RFC, X safety, B robustness, S recommendation, I information. Failures of R, X and B fail the run; with --strict those of S too, and cases of R, X and B that are undecided.

${exitCodeSentence('run')}`;

const EXAMPLES = `
Examples:
  sparring conformance
  sparring conformance --adapter requests
  sparring conformance -- python adapter.py
  sparring conformance --only 'body.truncated.*' -- python adapter.py
  sparring conformance --report out --format html,json -- python adapter.py
  sparring conformance --baseline client.json --update-baseline -- python adapter.py`;

export function addConformance(program: Command, terminal: Terminal): void {
  const conformance = program
    .command('conformance')
    .summary('Tests an HTTP client: what it does when servers misbehave.')
    .description(DESCRIPTION)
    .addHelpText('after', EXAMPLES)
    .usage('[run] [options] [-- COMMAND [ARGUMENTS]]')
    .enablePositionalOptions();
  addRunOptions(conformance.command('run', { isDefault: true })).action(async (words: string[], options) => {
    const { runCommand } = await import('../conformance/run.ts');
    await runCommand(words, options, terminal);
  });
  addAdapterOptions(
    conformance
      .command('check')
      .description(
        `Checks an adapter: its lines, by their schema, and its speed. ${exitCodeSentence('check')}`,
      ),
  ).action(async (words: string[], options) => {
    const { checkCommand } = await import('../conformance/check.ts');
    await checkCommand(words, options, terminal);
  });
  addSelection(
    conformance
      .command('list')
      .description(`Lists the cases, with level, clause and rule. ${exitCodeSentence('list')}`),
  )
    .option('--json', 'Prints JSON.')
    .action(async (options) => {
      const { listCommand } = await import('../conformance/list.ts');
      listCommand(options, terminal);
    });
  conformance
    .command('show')
    .argument('<ID>', 'the id of a case')
    .description(
      `Prints a case: what is asked, what the server sends, and what is expected. ${exitCodeSentence('show')}`,
    )
    .option('--raw', 'Prints a script of Python that serves the same bytes, for a report without an adapter.')
    .action(async (id: string, { raw }: { readonly raw?: true }) => {
      if (raw) {
        const { rawCommand } = await import('../conformance/raw.ts');
        return rawCommand(id, terminal);
      }
      const { showCommand } = await import('../conformance/list.ts');
      showCommand(id, terminal);
    });
  conformance
    .command('serve')
    .argument('<ID>', 'the id of a case')
    .description(
      `Serves the ports of one case for a debugger, and prints what arrives there. ${exitCodeSentence('serve')}`,
    )
    .action(async (id: string) => {
      const { serveCommand } = await import('../conformance/serve.ts');
      await serveCommand(id, terminal);
    });
  conformance
    .command('compare')
    .argument('<REPORTS...>', 'files of --format json')
    .description(
      `Compares the reports of clients: a row for each rule, a column for each client. ${exitCodeSentence('compare')}`,
    )
    .option('--differs', 'Only the rules in which the clients differ.')
    .option('--csv', 'Prints CSV.')
    .option('--html <FILE>', 'Writes a page.')
    .action(async (files: string[], options) => {
      const { compareCommand } = await import('../conformance/compare.ts');
      await compareCommand(files, options, terminal);
    });
}

function addAdapterOptions(command: Command): Command {
  return command
    .argument('[COMMAND...]', 'the command of an adapter and its arguments, after --')
    .addOption(
      new Option(
        '--adapter <NAME>',
        `A built-in adapter: ${BUILT_IN_ADAPTERS.join(', ')} (default: node-fetch).`,
      ),
    );
}

function addSelection(command: Command): Command {
  return command
    .option('--only <ID...>', 'Cases; `*` matches letters of a part, or all parts at the end.')
    .option('--skip <ID...>', 'Leaves cases out.')
    .option('--group <NAME...>', 'Groups of cases.')
    .addOption(new Option('--level <LEVELS>', 'Levels with commas between them.').argParser(parseList));
}

function addRunOptions(command: Command): Command {
  return addSelection(addAdapterOptions(command))
    .description(DESCRIPTION)
    .addHelpText('after', EXAMPLES)
    .addOption(
      new Option(
        '--process <LIFE>',
        'Processes of the adapter: one that stays, one for each session, or one for each request in SPARRING_REQUEST.',
      )
        .choices(['stay', 'session', 'request'])
        .default('stay'),
    )
    .addOption(
      new Option('--parallel <N>', 'Cases at once; at most what the adapter says.')
        .default(8)
        .argParser(parseCount),
    )
    .addOption(
      new Option('--timeout <SECONDS>', 'The limit of a request.').default(1).argParser(parseSeconds),
    )
    .addOption(new Option('--repeat <N>', 'How often each case runs.').default(1).argParser(parseCount))
    .addOption(new Option('--bail <N>', 'Ends after so many failures.').argParser(parseCount))
    .option('--report <FOLDER>', 'Writes the formats as files conformance.json, .html and .xml.')
    .addOption(
      new Option('--format <NAMES>', 'text, json, html, junit, with commas between them.')
        .default(['text'], 'text')
        .argParser(parseFormats),
    )
    .addOption(
      new Option('--transcripts <WHICH>', 'The cases whose bytes the report has.')
        .choices(['fail', 'all', 'none'])
        .default('fail'),
    )
    .option('--baseline <FILE>', 'Fails only if a case is worse than in this file.')
    .option('--update-baseline', 'Writes the baseline, with the notes of the earlier one.')
    .option('--strict', 'Failures of recommendations, and undecided cases of R, X and B, fail the run.')
    .option('--strict-baseline', 'Cases that are better than the baseline fail the run.');
}

function parseList(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}

const FORMATS = ['text', 'json', 'html', 'junit'];

function parseFormats(text: string): string[] {
  const formats = parseList(text);
  const unknown = formats.find((each) => !FORMATS.includes(each));
  if (unknown !== undefined) throw new UsageError(`--format must be ${FORMATS.join(', ')}, not ${unknown}.`);
  return formats;
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`A number from 1 on is expected, not ${text}.`);
  return Number(text);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.1 && seconds <= 60))
    throw new UsageError(`--timeout must be from 0.1 to 60 seconds, not ${text}.`);
  return seconds;
}
