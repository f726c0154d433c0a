import type { Exchange } from '#http/message/exchange.ts';
import { ExchangeRecording } from './exchange-recording.ts';
import type { AppliedRule, RecordedExchange } from './record.ts';
import type { RecordingContext } from './recording-base.ts';
import type { RequestFields } from './request-fields.ts';

/** How requests to paths that clients send credentials to are recorded. */
export interface ReservedPathOptions {
  /** Removes the values of sensitive names, and the content of the response. */
  removeCredentials(exchange: RecordedExchange): RecordedExchange;
  /** Makes the recording an entry. */
  begin(recording: ReservedPathRecording): void;
}

/**
 * Records a request of a bin to a path that the API or the account pages have at other hosts. It is an entry only if a rule
 * answers it, and never shows a credential. Its id is 0 before.
 */
export class ReservedPathRecording extends ExchangeRecording {
  readonly #options: ReservedPathOptions;

  constructor(
    exchange: Exchange,
    context: RecordingContext,
    fields: RequestFields,
    options: ReservedPathOptions,
  ) {
    super(0, exchange, { ...context, contentSize: 0 }, fields, null);
    this.#options = options;
  }

  override rules(applied: readonly AppliedRule[], isResponded: boolean): void {
    super.rules(applied);
    if (isResponded && this.id === 0) this.#options.begin(this);
  }

  /** Only the view is without credentials. */
  override get line(): undefined {
    return undefined;
  }

  override view(): RecordedExchange {
    return this.#options.removeCredentials(super.view());
  }
}
