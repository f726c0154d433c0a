import { type Command, Option } from 'commander';
import { UsageError } from '#config/usage-error.ts';
import type { EntryView } from '#journal/views/entry-schema.ts';
import {
  addControlOptions,
  type ControlOptions,
  callOperation,
  requireServer,
  unreadable,
} from '../control/control-client.ts';
import { readControlEvents } from '../control/control-events.ts';
import { formatEntry } from '../terminal/entry-text.ts';
import { formatEntryLine } from '../terminal/request-line.ts';
import { formatPlainJson } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface RequestsOptions extends ControlOptions {
  readonly follow?: true;
  readonly bin?: string;
  readonly filter?: string;
  readonly limit: string;
  readonly json?: true;
}

export function addRequests(program: Command, terminal: Terminal): void {
  const command = program
    .command('requests')
    .argument('[ID]', 'the number of one request, which is printed with its headers and bodies')
    .description(
      'Lists the requests that arrived at the testing service of a running server, the newest last.',
    )
    .option('-f, --follow', 'Prints further requests when they are complete, until the server stops.')
    .option('--bin <KEY>', 'Requests of this bin.')
    .option(
      '--filter <WORDS>',
      'Requests that match all words, such as "method:POST status:>=400 path:/users* -body:mona".',
    )
    .addOption(
      new Option('--limit <COUNT>', 'Maximum number of earlier requests, up to 500.').default('100', '100'),
    )
    .option(
      '--json',
      'Prints one line of JSON for each request. This is the default if the output is no terminal.',
    );
  addControlOptions(command).action(async (id: string | undefined, options: RequestsOptions) => {
    const url = requireServer(options, command, terminal);
    if (id !== undefined) return printRequest(terminal, url, id, options);
    const printer = await createPrinter(terminal, url, options);
    const { listRequests } = await import('#control/operations/requests/requests.ts');
    const { bin, filter, limit } = options;
    const request = { input: { bin, filter, limit }, options, noun: NOUN };
    const list = await callOperation(terminal, url, listRequests, request);
    if (options.follow) return follow(terminal, url, options, list, printer);
    for (const entry of list.requests) printer.print(entry);
    if (list.requests.length === 0 && !printer.isJson) terminal.print('No request is recorded.\n');
  });
}

/** Prints one request and its response, as messages on a terminal, otherwise as JSON. */
async function printRequest(
  terminal: Terminal,
  url: string,
  id: string,
  options: RequestsOptions,
): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) throw new UsageError(`${id} is not the number of a request, such as 42.`);
  const { readRequest } = await import('#control/operations/requests/requests.ts');
  const request = { input: { id: Number(id) }, options, noun: 'an entry' };
  const entry = await callOperation(terminal, url, readRequest, request);
  const isJson = options.json ?? !terminal.isTerminal;
  terminal.print(isJson ? `${formatPlainJson(entry, 2)}\n` : formatEntry(entry, terminal.paint));
}

const NOUN = 'a journal';

interface Printer {
  readonly isJson: boolean;
  print(entry: unknown): void;
  printDropped(data: unknown): void;
}

async function createPrinter(
  { print, paint, isTerminal }: Terminal,
  url: string,
  { json }: RequestsOptions,
): Promise<Printer> {
  const [{ EntryView }, { matches }] = await Promise.all([
    import('#journal/views/entry-schema.ts'),
    import('#http/message/validation.ts'),
  ]);
  const isJson = json ?? !isTerminal;
  const check = (entry: unknown): EntryView => {
    if (matches(EntryView, entry)) return entry;
    throw unreadable(url, NOUN);
  };
  return {
    isJson,
    print: (entry) => print(isJson ? `${formatPlainJson(entry)}\n` : formatEntryLine(check(entry), paint)),
    printDropped(data) {
      const { count }: { count?: unknown } = Object(data);
      if (isJson) print(`${formatPlainJson({ kind: 'dropped', count })}\n`);
      else print(paint('dim', `The journal no longer has ${Number(count)} earlier requests.`).concat('\n'));
    },
  };
}

interface List {
  readonly requests: readonly EntryView[];
  /** The id of the latest entry. */
  readonly next: number;
}

/** Prints the listed requests, then each further one. */
async function follow(
  terminal: Terminal,
  url: string,
  options: RequestsOptions,
  { requests: [first], next }: List,
  printer: Printer,
): Promise<void> {
  // The stream repeats the listed ones, so that those in progress are printed when they are complete.
  const query = new URLSearchParams({ since: String(first ? first.id - 1 : next) });
  if (options.bin !== undefined) query.set('bin', options.bin);
  if (options.filter !== undefined) query.set('filter', options.filter);
  const path = `/requests/live?${query}`;
  const oldest = first?.id ?? 0;
  let lastId: string | undefined;
  for (let isConnected = false; ; isConnected = true) {
    let count = 0;
    try {
      for await (const event of readControlEvents(terminal, url, { path, options, lastId })) {
        count++;
        lastId = event.id ?? lastId;
        const data: unknown = JSON.parse(event.data);
        if (event.event === 'done' && isListed(data, oldest)) printer.print(data);
        if (event.event === 'dropped') printer.printDropped(data);
      }
    } catch (error) {
      if (!isConnected) throw error;
    }
    if (terminal.outputClosed.aborted) return;
    // A connection without an event does not end because this command reads too slowly.
    if (count === 0) throw new Error(`The server at ${url} has stopped.`);
  }
}

/** The stream begins with the end of the entry before the listed ones, which is not asked for. */
function isListed(entry: unknown, oldest: number): boolean {
  const { id }: { id?: unknown } = Object(entry);
  return Number(id) >= oldest;
}
