import type { Exchange } from '#http/message/exchange.ts';
import type { ExchangeRecorder } from '#http/message/exchange-recorder.ts';
import { readSentStatus } from '#http/message/finished-exchange.ts';
import { chooseEnding } from './ending.ts';
import type { RecordedExchange } from './record.ts';
import {
  EMPTY_BODY,
  RecordingBase,
  type RecordingContext,
  toMilliseconds,
  WITHOUT_BODY,
} from './recording-base.ts';

/**
 * Records method, template, status and times of an exchange of the authorization API or its pages: neither header fields
 * nor content, which have credentials.
 */
export class StatusRecording extends RecordingBase implements ExchangeRecorder {
  /** Undefined when the exchange is complete. */
  #exchange: Exchange | undefined;
  readonly #method: string;
  readonly #template: string;
  #status = 0;

  constructor(id: number, exchange: Exchange, context: RecordingContext) {
    super(id, exchange.route.owner.name, null, exchange, context);
    this.#exchange = exchange;
    this.#method = exchange.method;
    this.#template = exchange.route.template;
  }

  get size(): number {
    return this.#method.length + this.#template.length;
  }

  informational(): void {}
  head(): void {}
  content(): void {}
  trailers(): void {}
  rawHead(): void {}
  fault(): void {}

  ended(): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.#exchange = undefined;
    this.#status = readSentStatus(exchange);
    this.doneAt = this.elapsed();
    this.outcome = chooseEnding(exchange);
    this.context.done(this);
  }

  view(): RecordedExchange {
    const response = {
      informational: [],
      status: this.#status,
      reason: '',
      headers: [],
      trailers: [],
      body: EMPTY_BODY,
      fault: null,
    };
    return {
      ...this.viewCommon(),
      ms: { body: null, firstByte: null, done: toMilliseconds(this.doneAt) },
      connection: this.viewConnection(),
      request: {
        method: this.#method,
        target: this.#template,
        headers: [],
        ...WITHOUT_BODY,
      },
      response: this.#status === 0 ? null : response,
      endpoint: this.#template || null,
    };
  }
}
