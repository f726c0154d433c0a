import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketRecorder } from '../http/recorder.ts';
import { toSocketEnding } from './ending.ts';
import type { RecordedExchange } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';
import { EMPTY_BODY, RecordingBase, type RecordingOptions, toPairs } from './recording-base.ts';
import { parseHead, type ResponseHead } from './response-head.ts';

export interface WebSocketRecordingOptions extends RecordingOptions {
  readonly fields: RecordedFields;
  readonly template: string;
  readonly done: (recording: WebSocketRecording) => void;
}

/** Records an upgrade to WebSocket, and counts the messages. Their content is not kept. */
export class WebSocketRecording extends RecordingBase implements WebSocketRecorder {
  readonly #template: string;
  readonly #method: string;
  readonly #target: string;
  readonly #rawFields: readonly string[];
  #head: ResponseHead | undefined;
  #headAt: number | null = null;
  #received = 0;
  #sent = 0;

  constructor(request: IncomingMessage, socket: Duplex, options: WebSocketRecordingOptions) {
    super(options, request, socket);
    this.#template = options.template;
    this.#method = request.method ?? 'GET';
    this.#target = request.url ?? '';
    this.#rawFields = options.fields.ofRequest(request.rawHeaders);
    socket.once('close', () => {
      this.doneAt = this.elapsed();
      this.ended = socket.errored ? toSocketEnding(socket) : 'answered';
      options.done(this);
    });
  }

  /** Approximate number of bytes in memory. */
  get size(): number {
    return this.#rawFields.reduce((sum, text) => sum + text.length, this.#target.length);
  }

  head(lines: readonly string[]): void {
    this.#headAt = this.elapsed();
    this.#head = parseHead(lines.join('\r\n'));
  }

  received(): void {
    this.#received++;
  }

  sent(): void {
    this.#sent++;
  }

  view(): RecordedExchange {
    return {
      kind: 'exchange',
      id: this.id,
      bin: this.bin,
      service: this.service,
      startedAt: this.startedAt,
      ms: { body: 0, firstByte: this.#headAt, done: this.doneAt },
      connection: this.viewConnection(),
      request: {
        method: this.#method,
        target: this.#target,
        headers: toPairs(this.#rawFields),
        trailers: [],
        body: EMPTY_BODY,
        expect: null,
        aborted: false,
      },
      response: this.#head ? { informational: [], ...this.#head, trailers: [], body: EMPTY_BODY } : null,
      ended: this.ended,
      endpoint: this.#template,
      webSocket: { received: this.#received, sent: this.#sent },
      replayOf: null,
    };
  }
}
