import { UsageError } from '#config/usage-error.ts';
import type { OperationContext } from '#control/operations/declaration/context.ts';
import { localJournalOf } from '#control/operations/requests/journal-access.ts';
import { checkMatch, compileMatch, type ExchangeMatch } from '#journal/match/exchange-match.ts';
import { exchangesAfter } from '#journal/match/wait.ts';
import type { Journal } from '#journal/recording/journal.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { NO_REDACTION, type Redaction } from '#journal/views/redaction.ts';
import type * as library from '#types/index.ts';
import { asUsageErrors } from '../checks/caller.ts';
import { checkArgument } from '../checks/check-argument.ts';
import { readRequestText } from '../checks/request-text.ts';
import { readLibraryMatch } from './code.ts';
import { toExchangeView } from './exchange-view.ts';
import { SecretsOptions } from './options.ts';

export interface LibraryJournalOptions {
  readonly context: Pick<
    OperationContext,
    'journal' | 'localJournal' | 'worker' | 'redaction' | 'rules' | 'runtime' | 'version'
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
  #error: unknown;
  /** The exchanges of the views that were returned. */
  readonly #exchanges = new WeakMap<object, RecordedExchange>();

  constructor({ context, bin, closed }: LibraryJournalOptions) {
    this.context = context;
    this.bin = bin;
    this.closed = closed;
  }

  /** Aborted with the signal of a wait, and when the server or the bin is closed. */
  until(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.closed, signal]) : this.closed;
  }

  /** @throws UsageError when the journal is disabled. */
  requireJournal(): Journal {
    return asUsageErrors(() => localJournalOf(this.context));
  }

  /**
   * @param name of the match in messages.
   * @throws UsageError for an invalid match, and for one of another bin.
   */
  toMatch(value: unknown, name = 'match'): ExchangeMatch {
    if (Array.isArray(value)) throw new UsageError(`${name}: must be one match; verifyOrder takes a list.`);
    const { checked: valid, coded } = readLibraryMatch(readRequestText(value), this.#keepError);
    const checked = asUsageErrors(() => checkMatch(valid, name));
    const match = isCoded(coded) ? coded : checked;
    const { bin } = this;
    if (bin === undefined) return match;
    if (checked.bin !== undefined && checked.bin !== bin)
      throw new UsageError(`${name}.bin: must be ${JSON.stringify(bin)}, the bin of this journal.`);
    // The whole match can be a function.
    return isCoded(coded) ? { any_of: [coded], bin } : { ...match, bin };
  }

  readonly #keepError = (error: unknown): boolean => {
    this.#error ??= error;
    return false;
  };

  /** A function of a match is called while a request is processed, where its error cannot be thrown. @throws UsageError */
  throwError(): void {
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined)
      throw new UsageError(
        `A function of the match failed: ${error instanceof Error ? error.message : error}`,
        {
          cause: error,
        },
      );
  }

  /** All exchanges of the server. */
  exchanges(): RecordedExchange[] {
    return exchangesAfter(this.requireJournal(), 0);
  }

  find(match: unknown): RecordedExchange[] {
    const exchanges = this.exchanges();
    const found = exchanges.filter(compileMatch(this.toMatch(match)));
    this.throwError();
    return found;
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

/** The schema has accepted the match without its code. */
function isCoded(match: unknown): match is ExchangeMatch {
  return match !== undefined;
}
