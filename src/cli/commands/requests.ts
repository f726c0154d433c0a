import type { Command } from 'commander';
import { UsageError } from '../../config/usage-error.ts';
import type { EntryView } from '../../journal/views/json-view.ts';
import { addControlOptions, type ControlOptions, callControl, findServer } from '../control-client.ts';
import { readControlEvents } from '../control-events.ts';
import { toEntryLine } from '../request-line.ts';
import { toPlainJson } from '../table.ts';
import type { Terminal } from '../terminal.ts';

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
    .description(
      'Lists the requests that arrived at the testing service of a running server, the newest last.',
    )
    .option('-f, --follow', 'Prints further requests when they are complete, until the server stops.')
    .option('--bin <KEY>', 'Requests of this bin.')
    .option(
      '--filter <WORDS>',
      'Requests that match all words, such as "method:POST status:5xx path:/users* -body:mona".',
    )
    .option('--limit <COUNT>', 'Maximum number of earlier requests, up to 500.', '100')
    .option(
      '--json',
      'Prints one line of JSON for each request. This is the default if the output is no terminal.',
    );
  addControlOptions(command).action(async (options: RequestsOptions) => {
    const url = findServer(options, command, terminal);
    if (url === undefined)
      throw new UsageError('The server is missing: add --url, such as --url http://127.0.0.1:8080.');
    const printer = await createPrinter(terminal, url, options);
    const list = await readList(terminal, url, options);
    if (options.follow) return follow(terminal, url, options, list, printer);
    for (const entry of list.requests) printer.print(entry);
    if (list.requests.length === 0 && !printer.isJson) terminal.print('No request is recorded.\n');
  });
}

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
    import('../../journal/views/json-view.ts'),
    import('../../http/routing/validation.ts'),
  ]);
  const isJson = json ?? !isTerminal;
  const check = (entry: unknown): EntryView => {
    if (matches(EntryView, entry)) return entry;
    throw unreadable(url);
  };
  return {
    isJson,
    print: (entry) => print(isJson ? `${toPlainJson(entry)}\n` : toEntryLine(check(entry), paint)),
    printDropped(data) {
      const { count }: { count?: unknown } = Object(data);
      if (isJson) print(`${toPlainJson({ kind: 'dropped', count })}\n`);
      else print(paint('dim', `The journal no longer has ${Number(count)} earlier requests.`).concat('\n'));
    },
  };
}

interface List {
  readonly requests: readonly unknown[];
  /** The id of the latest entry. */
  readonly next: number;
}

async function readList(terminal: Terminal, url: string, options: RequestsOptions): Promise<List> {
  const query = toQuery(options, { limit: options.limit });
  const answer = await callControl(terminal, url, { path: `/requests?${query}`, options });
  const { requests, next }: { requests?: unknown; next?: unknown } = Object(answer);
  if (!Array.isArray(requests) || typeof next !== 'number') throw unreadable(url);
  return { requests, next };
}

/** Prints the listed requests, then each further one. */
async function follow(
  terminal: Terminal,
  url: string,
  options: RequestsOptions,
  { requests: [first], next }: List,
  printer: Printer,
): Promise<void> {
  const { id }: { id?: unknown } = Object(first);
  // The stream repeats the listed ones, so that those in progress are printed when they are complete.
  const since = typeof id === 'number' ? id - 1 : next;
  const path = `/requests/live?${toQuery(options, { since: String(since) })}`;
  let lastId: string | undefined;
  for (let isConnected = false; ; isConnected = true) {
    let count = 0;
    try {
      for await (const event of readControlEvents(terminal, url, { path, options, lastId })) {
        count++;
        lastId = event.id ?? lastId;
        const data: unknown = JSON.parse(event.data);
        if (event.name === 'done') printer.print(data);
        if (event.name === 'dropped') printer.printDropped(data);
      }
    } catch (error) {
      if (!isConnected) throw error;
    }
    if (terminal.outputClosed.aborted) return;
    // A connection without an event does not end because this command reads too slowly.
    if (count === 0) throw new Error(`The server at ${url} has stopped.`);
  }
}

function toQuery({ bin, filter }: RequestsOptions, others: Record<string, string>): URLSearchParams {
  const query = new URLSearchParams(others);
  if (bin !== undefined) query.set('bin', bin);
  if (filter !== undefined) query.set('filter', filter);
  return query;
}

function unreadable(url: string): UsageError {
  return new UsageError(`The server at ${url} returned a journal that this version cannot read.`);
}
