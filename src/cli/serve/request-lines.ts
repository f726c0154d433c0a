import type { Settings } from '#config/settings/settings.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { toBoundedMethod } from '#http/syntax/method.ts';
import type { Journal } from '#journal/recording/journal.ts';
import { toEntryView } from '#journal/views/json-view.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import type { Runtime } from '#runtime.ts';
import { formatEntryLine, formatRequestLine } from '../terminal/request-line.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface RequestLinesOptions {
  readonly runtime: Pick<Runtime, 'machineNow'>;
  readonly redaction: Redaction;
  readonly paint: Terminal['paint'];
  print(line: string): void;
}

/** Prints a line for each request on a terminal. */
export class RequestLines {
  readonly #options: RequestLinesOptions;
  #journal: Journal | undefined;

  constructor(options: RequestLinesOptions) {
    this.#options = options;
  }

  /** Prints the requests that the journal records, with their real path. Credentials are masked. */
  follow(journal: Journal | undefined): void {
    this.#journal = journal;
    const { redaction, paint, print } = this.#options;
    journal?.subscribe(({ type, entry }) => {
      // A connection without a valid request has one event.
      if (type === 'done' || entry.kind !== 'exchange')
        print(formatEntryLine(toEntryView(redaction.entry(entry)), paint));
    });
  }

  /** Prints another request, with the template of its path: the path can contain a token. */
  observe({ service, method, template, status, milliseconds, bytes }: FinishedExchange): void {
    if (service === 'testing' && this.#journal) return;
    const { runtime, paint, print } = this.#options;
    const startedAt = runtime.machineNow() - milliseconds;
    const target = template || '(no route)';
    print(
      formatRequestLine(
        { startedAt, status, method: toBoundedMethod(method), target, bytes, milliseconds },
        paint,
      ),
    );
  }
}

/** Whether each request is printed on the terminal, instead of in the log. */
export function printsRequestLines(
  { logRequests, logFormat, logLevel }: Pick<Settings, 'logRequests' | 'logFormat' | 'logLevel'>,
  isTerminal: boolean,
): boolean {
  if (!isTerminal || logRequests === false || logFormat === 'json') return false;
  return logLevel === 'info' || logLevel === 'debug';
}
