import { showFrames, userFrames } from '#config/user-frames.ts';
import { describeRequests } from '#control/operations/bins/scope-report.ts';
import { toHar } from '#journal/export/har.ts';
import { formatSnippet } from '#journal/export/snippets/snippet.ts';
import { diffExchanges } from '#journal/views/diff.ts';
import type * as library from '#types/index.ts';
import { checkArgument, invalidArgument } from '../checks/check-argument.ts';
import { Claims } from './claims.ts';
import { iterateExchanges, listen } from './events.ts';
import { toFailureView } from './exchange-view.ts';
import { JournalReader, type LibraryJournalOptions } from './journal-reader.ts';
import { nextExchanges, waitForExchanges } from './next.ts';
import { Event, Format } from './options.ts';
import { expectNone, verify, verifyOrder } from './verify.ts';

/** The journal as tests see it. */
export class LibraryJournal implements library.Journal {
  readonly #reader: JournalReader;
  readonly #claims = new Claims();

  constructor(options: LibraryJournalOptions) {
    this.#reader = new JournalReader(options);
  }

  get dropped(): number {
    return this.#reader.requireJournal().dropped;
  }

  next(
    match?: library.Match,
    options?: library.NextOptions & { readonly count?: undefined },
  ): Promise<library.RecordedExchange>;
  next(
    match: library.Match,
    options: library.NextOptions & { readonly count: number },
  ): Promise<library.RecordedExchange[]>;
  async next(
    match: library.Match = {},
    options: library.NextOptions = {},
  ): Promise<library.RecordedExchange | library.RecordedExchange[]> {
    const found = nextExchanges(this.#reader, match, options, this.#claims);
    return chooseResult(await fromCall(this.next, found), options);
  }

  waitFor(
    match?: library.Match,
    options?: library.NextOptions & { readonly count?: undefined },
  ): Promise<library.RecordedExchange>;
  waitFor(
    match: library.Match,
    options: library.NextOptions & { readonly count: number },
  ): Promise<library.RecordedExchange[]>;
  async waitFor(
    match: library.Match = {},
    options: library.NextOptions = {},
  ): Promise<library.RecordedExchange | library.RecordedExchange[]> {
    const found = waitForExchanges(this.#reader, match, options);
    return chooseResult(await fromCall(this.waitFor, found), options);
  }

  all(match: library.Match = {}): library.RecordedExchange[] {
    return this.#reader.find(match).map((exchange) => this.#reader.view(exchange));
  }

  last(match: library.Match = {}): library.RecordedExchange | undefined {
    const exchange = this.#reader.find(match).at(-1);
    return exchange && this.#reader.view(exchange);
  }

  count(match: library.Match = {}): number {
    return this.#reader.find(match).length;
  }

  unmatched(): library.RecordedExchange[] {
    return this.all({ unmatched: true });
  }

  verify(match: library.Match = {}, count: library.ExpectedCount = { min: 1 }): void {
    verify(this.#reader, match, count);
  }

  verifyOrder(matches: readonly library.Match[]): void {
    verifyOrder(this.#reader, matches);
  }

  async expectNone(match: library.Match = {}, options: library.ExpectNoneOptions = {}): Promise<void> {
    await fromCall(this.expectNone, expectNone(this.#reader, match, options));
  }

  on(event: library.JournalEvent, listener: (exchange: library.RecordedExchange) => void): () => void {
    if (typeof listener !== 'function') throw invalidArgument('The listener', 'a function', listener);
    return listen(this.#reader, checkArgument(Event, event, 'The event'), listener);
  }

  [Symbol.asyncIterator](): AsyncIterator<library.RecordedExchange, undefined> {
    return iterateExchanges(this.#reader);
  }

  failures(): library.RecordedFailure[] {
    const entries = this.#reader.requireJournal().entries();
    if (this.#reader.bin !== undefined) return [];
    return entries.flatMap((entry) => (entry.kind === 'exchange' ? [] : [toFailureView(entry)]));
  }

  report(): string {
    const { context, bin } = this.#reader;
    this.#reader.requireJournal();
    return describeRequests(context, bin);
  }

  har({ match = {}, ...options }: library.HarOptions = {}): library.Har {
    const redaction = this.#reader.redaction(options, 'har');
    return toHar(this.#reader.find(match), { version: this.#reader.context.version, redaction });
  }

  snippet(
    exchange: library.RecordedExchange,
    format: library.SnippetFormat,
    options: library.SecretsOptions = {},
  ): string {
    const redaction = this.#reader.redaction(options, 'snippet');
    const checked = checkArgument(Format, format, 'The format');
    return formatSnippet(checked, this.#reader.exchangeOf(exchange, redaction)).toString();
  }

  diff(
    before: library.RecordedExchange,
    after: library.RecordedExchange,
    options: library.SecretsOptions = {},
  ): library.Difference[] {
    const redaction = this.#reader.redaction(options, 'diff');
    const one = this.#reader.exchangeOf(before, redaction);
    return diffExchanges(one, this.#reader.exchangeOf(after, redaction));
  }

  clear(): void {
    const { bin, context } = this.#reader;
    this.#reader.requireJournal().clear(bin);
    void context.rules.unmatched.clear(bin);
  }
}

/**
 * The result of a wait. The stack of its error begins at the call, of which nothing is left when the error is made.
 * @param callee the method that was called.
 */
async function fromCall<Result>(
  callee: (...args: never) => unknown,
  result: Promise<Result>,
): Promise<Result> {
  const frames = userFrames(callee);
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error) showFrames(error, frames);
    throw error;
  }
}

/** One exchange, or a list if the options have a number. */
function chooseResult(
  exchanges: library.RecordedExchange[],
  { count }: library.NextOptions,
): library.RecordedExchange | library.RecordedExchange[] {
  const [first] = exchanges;
  return count === undefined && first ? first : exchanges;
}
