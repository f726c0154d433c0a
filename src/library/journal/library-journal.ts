import type * as library from '../../../types/index.ts';
import { toHar } from '../../journal/export/har.ts';
import { toSnippet } from '../../journal/export/snippets/snippet.ts';
import { diffExchanges } from '../../journal/views/diff.ts';
import { version } from '../../version.ts';
import { checkListener, showsSecrets, toEvent, toSnippetFormat } from './arguments.ts';
import { iterateExchanges, listen } from './events.ts';
import { toFailureView } from './exchange-view.ts';
import { createExpectation } from './expectation.ts';
import { JournalReader, type LibraryJournalOptions } from './journal-reader.ts';
import { nextExchanges } from './next.ts';

/** The journal as tests see it. */
export class LibraryJournal implements library.Journal {
  readonly #reader: JournalReader;

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
    const exchanges = await nextExchanges(this.#reader, match, options);
    const [first] = exchanges;
    return options.count === undefined && first ? first : exchanges;
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

  expect(match: library.Match = {}): library.Expectation {
    this.#reader.requireJournal();
    return createExpectation(this.#reader, match);
  }

  on(event: library.JournalEvent, listener: (exchange: library.RecordedExchange) => void): () => void {
    checkListener(listener);
    return listen(this.#reader, toEvent(event), listener);
  }

  [Symbol.asyncIterator](): AsyncIterator<library.RecordedExchange, undefined> {
    return iterateExchanges(this.#reader);
  }

  failures(): library.RecordedFailure[] {
    const entries = this.#reader.requireJournal().entries();
    if (this.#reader.bin !== undefined) return [];
    return entries.flatMap((entry) => (entry.kind === 'exchange' ? [] : [toFailureView(entry)]));
  }

  har({ match = {}, ...options }: library.HarOptions = {}): library.Har {
    const redaction = this.#reader.redaction(showsSecrets('har', options));
    return toHar(this.#reader.find(match), { version, redaction });
  }

  snippet(
    exchange: library.RecordedExchange,
    format: library.SnippetFormat,
    options: library.SecretsOptions = {},
  ): string {
    const isShown = showsSecrets('snippet', options);
    return toSnippet(toSnippetFormat(format), this.#reader.exchangeOf(exchange, isShown)).toString();
  }

  diff(
    before: library.RecordedExchange,
    after: library.RecordedExchange,
    options: library.SecretsOptions = {},
  ): library.Difference[] {
    const isShown = showsSecrets('diff', options);
    return diffExchanges(this.#reader.exchangeOf(before, isShown), this.#reader.exchangeOf(after, isShown));
  }

  clear(): void {
    this.#reader.requireJournal().clear(this.#reader.bin);
  }
}
