import type * as library from '../../../types/index.ts';
import { UsageError } from '../../config/usage-error.ts';
import { checkMatch, compileMatch, type ExchangeMatch } from '../../journal/match/exchange-match.ts';
import { exchangesAfter } from '../../journal/match/wait.ts';
import type { Journal } from '../../journal/recording/journal.ts';
import type { RecordedExchange } from '../../journal/recording/record.ts';
import { NO_REDACTION, type Redaction } from '../../journal/views/redaction.ts';
import type { OperationContext } from '../../operations/context.ts';
import { localJournalOf } from '../../operations/journal-access.ts';
import { asUsageErrors } from '../caller.ts';
import { checkArgument } from '../check-argument.ts';
import { toExchangeView } from './exchange-view.ts';
import { SecretsOptions } from './options.ts';

export interface LibraryJournalOptions {
  readonly context: Pick<
    OperationContext,
    'journal' | 'localJournal' | 'worker' | 'redaction' | 'runtime' | 'version'
  >;
  /** The bin whose requests the journal has; without it, those of the whole server. */
  readonly bin?: string;
  /** Aborted when the server or the bin is closed. */
  readonly closed: AbortSignal;
}

/** Reads the exchanges of the server, or of a bin, for the members of the library's journal. */
export class JournalReader {
  readonly context: LibraryJournalOptions['context'];
  readonly bin: string | undefined;
  readonly closed: AbortSignal;
  /** The exchanges of the views that were returned. */
  readonly #exchanges = new WeakMap<object, RecordedExchange>();

  constructor({ context, bin, closed }: LibraryJournalOptions) {
    this.context = context;
    this.bin = bin;
    this.closed = closed;
  }

  /** @throws UsageError when the journal is disabled. */
  requireJournal(): Journal {
    return asUsageErrors(() => localJournalOf(this.context));
  }

  /** @throws UsageError for an invalid match, and for one of another bin. */
  toMatch(value: unknown): ExchangeMatch {
    rejectPatterns(value, 'match');
    const match = asUsageErrors(() => checkMatch(value, 'match'));
    const { bin } = this;
    if (bin === undefined) return match;
    if (match.bin !== undefined && match.bin !== bin)
      throw new UsageError(`match.bin: must be ${JSON.stringify(bin)}, the bin of this journal.`);
    return { ...match, bin };
  }

  /** All exchanges of the server. */
  exchanges(): RecordedExchange[] {
    return exchangesAfter(this.requireJournal(), 0);
  }

  find(match: unknown): RecordedExchange[] {
    const exchanges = this.exchanges();
    return exchanges.filter(compileMatch(this.toMatch(match)));
  }

  view(exchange: RecordedExchange): library.RecordedExchange {
    const view = toExchangeView(exchange);
    this.#exchanges.set(view, exchange);
    return view;
  }

  /** The exchange of a view. @throws UsageError for anything else. */
  exchangeOf(view: unknown, redaction: Redaction): RecordedExchange {
    this.requireJournal();
    const exchange = typeof view === 'object' && view !== null ? this.#exchanges.get(view) : undefined;
    if (exchange) return redaction.exchange(exchange);
    throw new UsageError('The exchange must be an entry that this journal has returned.');
  }

  /** @param name name of the method with the options. @throws UsageError */
  redaction(options: library.SecretsOptions, name: string): Redaction {
    const { secrets } = checkArgument(SecretsOptions, options, name);
    return secrets === 'show' ? NO_REDACTION : this.context.redaction;
  }
}

/** A regular expression could backtrack, and has no form in JSON. */
function rejectPatterns(value: unknown, name: string): void {
  if (value instanceof RegExp)
    throw new UsageError(
      `${name} must not be a regular expression; use { like }, in which * is any number of characters, or { has }.`,
    );
  if (typeof value !== 'object' || value === null || name.split('.').length > 2) return;
  for (const [member, inner] of Object.entries(value)) rejectPatterns(inner, `${name}.${member}`);
}
