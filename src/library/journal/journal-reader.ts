import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { ExchangeMatch as Match } from '../../journal/match/exchange-match.ts';
import { compileMatch } from '../../journal/match/exchange-match.ts';
import { createMatchReport, describeReport, type MatchReport } from '../../journal/match/near-miss.ts';
import type { Until } from '../../journal/match/wait.ts';
import type { Journal } from '../../journal/recording/journal.ts';
import type { RecordedExchange } from '../../journal/recording/record.ts';
import { NO_REDACTION, type Redaction } from '../../journal/views/redaction.ts';
import type { Runtime } from '../../runtime.ts';
import { toMatch } from './arguments.ts';
import { toExchangeView } from './exchange-view.ts';

export interface LibraryJournalOptions {
  /** Undefined when it is disabled. */
  readonly journal: Journal | undefined;
  /** Masks credentials in messages, snippets, archives and differences. */
  readonly redaction: Redaction;
  readonly runtime: Pick<Runtime, 'timeout' | 'machineNow' | 'monotonic'>;
  /** The bin whose requests the journal has; without it, those of the whole server. */
  readonly bin?: string;
  /** Aborted when the server or the bin is closed. */
  readonly closed: AbortSignal;
}

/** Reads the exchanges of the server, or of a bin, for the members of the library's journal. */
export class JournalReader {
  readonly bin: string | undefined;
  readonly closed: AbortSignal;
  readonly runtime: LibraryJournalOptions['runtime'];
  readonly #journal: Journal | undefined;
  readonly #redaction: Redaction;
  /** The exchanges of the views that were returned. */
  readonly #exchanges = new WeakMap<object, RecordedExchange>();

  constructor({ journal, redaction, runtime, bin, closed }: LibraryJournalOptions) {
    this.bin = bin;
    this.closed = closed;
    this.runtime = runtime;
    this.#journal = journal;
    this.#redaction = redaction;
  }

  /** @throws UsageError when the journal is disabled. */
  requireJournal(): Journal {
    if (this.#journal) return this.#journal;
    throw new UsageError('The journal is disabled; start the server with the option journal above 0.');
  }

  toMatch(given: unknown): Match {
    return toMatch(given, this.bin);
  }

  /** All exchanges of the server. */
  exchanges(): RecordedExchange[] {
    return this.requireJournal()
      .entries()
      .filter((entry) => entry.kind === 'exchange');
  }

  find(given: unknown): RecordedExchange[] {
    const exchanges = this.exchanges();
    return exchanges.filter(compileMatch(this.toMatch(given)));
  }

  view(exchange: RecordedExchange): library.RecordedExchange {
    const view = toExchangeView(exchange);
    this.#exchanges.set(view, exchange);
    return view;
  }

  /** The exchange of a view, with masked credentials unless they are shown. @throws UsageError for anything else. */
  exchangeOf(view: unknown, showsSecrets: boolean): RecordedExchange {
    this.requireJournal();
    const exchange = typeof view === 'object' && view !== null ? this.#exchanges.get(view) : undefined;
    if (exchange) return this.redaction(showsSecrets).exchange(exchange);
    throw new UsageError('The exchange must be an entry that this journal has returned.');
  }

  redaction(showsSecrets: boolean): Redaction {
    return showsSecrets ? NO_REDACTION : this.#redaction;
  }

  report(match: Match, exchanges: readonly RecordedExchange[], until?: Until): MatchReport {
    return createMatchReport(match, exchanges, this.#redaction, until);
  }

  /**
   * A report for people.
   * @param named further exchanges, each after its label.
   */
  describe(
    report: MatchReport,
    introduction: string,
    expected: string,
    named: readonly (readonly [label: string, exchange: RecordedExchange])[] = [],
  ): string {
    const lines = named.slice(-MAX_LINES).map(([label, exchange]) => {
      const { id, request } = this.#redaction.exchange(exchange);
      return `${label}, #${id}: ${request.method} ${request.target.slice(0, MAX_TARGET)}`;
    });
    const now = this.runtime.machineNow();
    return [describeReport(report, introduction, expected, now), ...lines].join('\n');
  }
}

const MAX_LINES = 10;
const MAX_TARGET = 200;
