import type { Duplex } from 'node:stream';
import type { MessageType, WebSocketRecorder } from '#http/message/exchange-recorder.ts';
import type { ReceivedRequest } from '#http/message/received-request.ts';
import { nextTick } from '#runtime.ts';
import { BodyRecorder } from './body-recorder.ts';
import { chooseSocketEnding } from './ending.ts';
import { MessageLog } from './message-log.ts';
import type { RecordedExchange } from './record.ts';
import {
  EMPTY_BODY,
  RecordingBase,
  type RecordingContext,
  toMilliseconds,
  WITHOUT_BODY,
} from './recording-base.ts';
import type { RequestFields } from './request-fields.ts';
import { type KeptRequestHead, keepRequestHead, sizeOfHead, viewRequestHead } from './request-head.ts';
import { parseHead, type ResponseHead } from './response-head.ts';

/** Records an upgrade to WebSocket, counts the messages, and keeps the first and the last ones. */
export class WebSocketRecording extends RecordingBase implements WebSocketRecorder {
  readonly #template: string;
  readonly #method: string;
  readonly #target: string;
  readonly #requestHead: KeptRequestHead;
  #head: ResponseHead | undefined;
  #headAt: number | null = null;
  #content: BodyRecorder | undefined;
  #received = 0;
  #sent = 0;
  #isClosedByClient = false;
  readonly #log = new MessageLog();

  constructor(
    { id, service, bin }: Pick<RecordedExchange, 'id' | 'service' | 'bin'>,
    { head, wire, connection, protocol }: ReceivedRequest,
    template: string,
    socket: Duplex,
    context: RecordingContext,
    { hasAccountCookie }: RequestFields,
  ) {
    const { info: connectionInfo } = connection;
    const startedAt = context.runtime.monotonic();
    super(id, service, bin, { connectionInfo, requestNumber: wire.number, protocol, startedAt }, context);
    this.#template = template;
    this.#method = head.method;
    this.#target = head.target;
    this.#requestHead = keepRequestHead(head, context.fields.ofRequest(head.fields, hasAccountCookie));
    // After the listeners of the WebSocket, which report its Close frame.
    socket.once('close', () => nextTick(() => this.#end(socket)));
  }

  /** A reset after the client's Close frame (RFC 6455 §7.1.1), or after a complete rejection, is not a fault. */
  #end(socket: Duplex): void {
    this.doneAt = this.elapsed();
    this.#content?.finish();
    const isComplete = this.#isClosedByClient || (this.#content !== undefined && socket.writableFinished);
    this.outcome = socket.errored && !isComplete ? chooseSocketEnding(socket) : 'answered';
    this.context.done(this);
  }

  /** Approximate number of bytes in memory. */
  get size(): number {
    return sizeOfHead(this.#requestHead, this.#target) + this.#log.size;
  }

  head(lines: readonly string[]): void {
    this.#headAt = this.elapsed();
    this.#head = parseHead(lines.join('\r\n'));
  }

  content(chunk: Uint8Array): void {
    this.#content ??= new BodyRecorder(this.context.bodySize);
    this.#content.add(chunk, chunk.byteLength);
  }

  received(type: MessageType, content: Uint8Array, code?: number): void {
    if (isMessage(type)) this.#received++;
    if (type === 'close') this.#isClosedByClient = true;
    this.#add(true, type, content, code);
  }

  sent(type: MessageType, content: Uint8Array, code?: number): void {
    if (isMessage(type)) this.#sent++;
    this.#add(false, type, content, code);
  }

  #add(isReceived: boolean, type: MessageType, content: Uint8Array, code: number | undefined): void {
    const ms = this.elapsed() / 1000;
    this.#log.add({ isReceived, type, ms, code: code ?? null }, content);
    this.context.grown(this);
  }

  view(): RecordedExchange {
    return {
      ...this.viewCommon(),
      ms: { body: 0, firstByte: toMilliseconds(this.#headAt), done: toMilliseconds(this.doneAt) },
      connection: this.viewConnection(),
      request: {
        method: this.#method,
        target: this.#target,
        ...viewRequestHead(this.#requestHead),
        ...WITHOUT_BODY,
      },
      response: this.#head
        ? {
            informational: [],
            ...this.#head,
            trailers: [],
            body: this.#content?.view() ?? EMPTY_BODY,
            fault: null,
          }
        : null,
      endpoint: this.#template,
      webSocket: { received: this.#received, sent: this.#sent, messages: this.#log.view() },
    };
  }
}

/** Whether the frame is a message, and not a control frame. */
function isMessage(type: MessageType): boolean {
  return type === 'text' || type === 'binary';
}
