import { toSentStatus } from '../http/finished-exchange.ts';
import type { RecordableExchange } from '../http/recorder.ts';
import { toEnding } from './ending.ts';
import type { RecordedExchange } from './record.ts';
import { EMPTY_BODY, type EntryStart, RecordingBase, type RecordingContext } from './recording-base.ts';

/**
 * Records method, template, status and times of an exchange of the authorization API or its pages: neither header fields
 * nor content, which have credentials.
 */
export class StatusRecording extends RecordingBase {
  readonly #method: string;
  #template = '';
  #status = 0;

  constructor(exchange: RecordableExchange, start: EntryStart, context: RecordingContext) {
    const { reply, request } = exchange;
    super(start, context, request);
    this.#method = exchange.method;
    reply.once('close', () => {
      this.#status = toSentStatus(exchange);
      this.#template = exchange.template;
      this.doneAt = this.elapsed();
      this.ended = toEnding(exchange, undefined);
      context.done(this);
    });
  }

  get size(): number {
    return this.#method.length + this.#template.length;
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
      ms: { body: null, firstByte: null, done: this.doneAt },
      connection: this.viewConnection(),
      request: {
        method: this.#method,
        target: this.#template,
        headers: [],
        trailers: [],
        body: EMPTY_BODY,
        expect: null,
        aborted: false,
      },
      response: this.#status === 0 ? null : response,
      endpoint: this.#template || null,
      webSocket: null,
      replayOf: null,
      lab: null,
    };
  }
}
