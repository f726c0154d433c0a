import type { Duplex } from 'node:stream';
import type { WireError } from '../../error.ts';
import { CHUNK_END, formatChunkHead, formatHead, formatLastChunk } from '../../http1/writer.ts';
import type {
  AbortKind,
  EndReason,
  RawWire,
  RequestBody,
  SentHead,
  WireConnection,
  WireExchange,
} from '../../port.ts';
import { EXPECT_CONTINUE, KEEP_ALIVE, type RequestHead } from '../../request-head.ts';
import type { WireFields } from '../../response.ts';
import { type BodySource, IncomingBody } from '../connection/body.ts';
import { EndActions } from '../connection/end-actions.ts';
import { HijackedWire } from './hijacked-wire.ts';
import { BY_LENGTH, CHUNKED, NO_CONTENT, type ResponseHead } from './response-head.ts';

/** More waiting bytes of a response make its sender wait. */
const HIGH_WATER = 64 * 1024;

/** The connection, as its exchange uses it. */
export interface Http1Host extends WireConnection, BodySource {
  readonly responseHead: ResponseHead;
  /** Bytes that were written, and that the system does not have. */
  readonly waiting: number;
  /** @param text one unit per byte */
  write(text: string): void;
  writeBytes(bytes: Uint8Array): void;
  /** The response announces that no further request is processed. */
  closing(): void;
  /** The response is written. */
  completed(): void;
  /** Ends the connection, and the exchange after it. */
  abort(kind: AbortKind, reason: EndReason | undefined): Promise<void>;
  /** Something outside of the wire has thrown. */
  reportDefect(error: unknown): void;
  /** Gives the connection to another protocol. */
  detach(): Duplex;
}

/** A request of HTTP/1 and its response. */
export class Http1Exchange implements WireExchange {
  readonly head: RequestHead;
  readonly connection: Http1Host;
  readonly number: number;
  readonly streamId = 0;
  readonly priorityUpdate = '';
  readonly rejection = undefined;
  ended: EndReason | undefined = undefined;
  status = 0;
  isClosing = false;
  keepsExpectation = false;
  forcesContent = false;
  /** The response is written, not necessarily sent. */
  isComplete = false;
  /** What is written on the connection is no response of this exchange. */
  isTaken = false;
  #body: IncomingBody | undefined;
  #framing = NO_CONTENT;
  /** Bytes that are declared, and were not written. */
  #missing = 0;
  #hasContinued = false;
  #abortion: Promise<void> | undefined = undefined;
  #upgraded: Duplex | undefined = undefined;
  #actions: EndActions | undefined = undefined;
  #waiters: (() => void)[] | undefined = undefined;

  constructor(head: RequestHead, connection: Http1Host, number: number) {
    this.head = head;
    this.connection = connection;
    this.number = number;
    this.#body = head.framing === 'none' || head.length === 0 ? undefined : new IncomingBody(connection);
  }

  /** Most requests have no content, and nothing asks for their body. */
  get body(): RequestBody {
    this.#body ??= new IncomingBody(this.connection, 'none');
    return this.#body;
  }

  /** Whether the rest of the content can still be received. */
  get isReceiving(): boolean {
    return this.#body?.state === 'open';
  }

  get hasFailedBody(): boolean {
    return this.#body?.state === 'failed';
  }

  get isAborted(): boolean {
    return this.#abortion !== undefined;
  }

  get isUpgraded(): boolean {
    return this.#upgraded !== undefined;
  }

  respond(status: number, reason: string, fields: WireFields, content: string | Uint8Array): SentHead {
    if (!this.#canStart) return '';
    const head = this.#start(status, reason, fields);
    const part = this.#cut(content);
    if (part.length === 0) this.connection.write(head);
    else this.#writePart(head, part);
    this.#finish(this.#framing === CHUNKED ? formatLastChunk() : '');
    return head;
  }

  start(status: number, reason: string, fields: WireFields): SentHead {
    if (!this.#canStart) return '';
    const head = this.#start(status, reason, fields);
    this.connection.write(head);
    return head;
  }

  write(chunk: string | Uint8Array): boolean {
    if (!this.#canWrite) return true;
    const part = this.#cut(chunk);
    if (part.length > 0) this.#writePart('', part);
    return this.connection.waiting <= HIGH_WATER;
  }

  drained(): Promise<void> {
    if (this.ended !== undefined || this.connection.waiting <= HIGH_WATER) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters ??= [];
      this.#waiters.push(resolve);
    });
  }

  end(trailers?: WireFields): void {
    if (this.#canWrite) this.#finish(this.#framing === CHUNKED ? formatLastChunk(trailers) : '');
  }

  inform(status: number, reason: string, fields: WireFields): boolean {
    if (!this.#canStart || this.head.version === '1.0') return false;
    this.connection.write(formatHead(status, reason, fields));
    if (status === 100) this.#hasContinued = true;
    return true;
  }

  abort(kind: AbortKind, reason?: EndReason): Promise<void> {
    if (this.#abortion !== undefined) return this.#abortion;
    if (this.ended !== undefined) return Promise.resolve();
    // First, because the end of the exchange can call it again.
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#abortion = promise;
    void this.connection.abort(kind, reason).then(resolve);
    return promise;
  }

  hijack(): RawWire {
    if (this.#isUsable) {
      this.isTaken = true;
      this.isClosing = true;
      if (!this.#body?.hasReader) this.#body?.discard();
    }
    return new HijackedWire(this);
  }

  upgrade(): Duplex {
    this.isTaken = true;
    this.#upgraded ??= this.connection.detach();
    return this.#upgraded;
  }

  onEnd(action: () => void): void {
    this.#actions ??= new EndActions((error) => this.connection.reportDefect(error));
    this.#actions.add(action);
    if (this.ended !== undefined) this.#actions.run();
  }

  // What the connection calls.

  /** A chunk begins. */
  receivePart(size: number, extension: string): void {
    this.#body?.part(size, extension);
  }

  /** @returns whether the body takes more */
  receive(chunk: Buffer): boolean {
    return this.#body?.content(chunk) ?? true;
  }

  receiveEnd(trailers: readonly string[]): void {
    this.#body?.complete(trailers);
  }

  failBody(error: WireError | undefined): void {
    this.#body?.fail(error);
  }

  discardBody(): void {
    this.#body?.discard();
  }

  /** The system has taken bytes. */
  drain(): void {
    if (this.#waiters !== undefined && this.connection.waiting <= HIGH_WATER) this.#settle();
  }

  /** The exchange has ended. */
  finish(reason: EndReason): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    if (reason !== 'answered') this.#body?.fail(undefined);
    // Else the connection discards what it still receives.
    if (!this.isReceiving) this.#body?.end();
    this.#settle();
    this.#actions?.run();
  }

  get #isUsable(): boolean {
    return this.ended === undefined && !this.isTaken && this.#abortion === undefined;
  }

  get #canStart(): boolean {
    return this.status === 0 && this.#isUsable;
  }

  get #canWrite(): boolean {
    return this.status !== 0 && !this.isComplete && this.#isUsable;
  }

  #start(status: number, reason: string, fields: WireFields): string {
    const { responseHead } = this.connection;
    const canPersist = (this.head.flags & KEEP_ALIVE) !== 0 && !this.isClosing && !this.#leavesExpectation();
    const head = responseHead.compose(status, reason, fields, this.head, canPersist);
    this.status = status;
    this.#framing = responseHead.framing;
    this.#missing = responseHead.length;
    if (responseHead.isLast) {
      this.isClosing = true;
      this.connection.closing();
    }
    return head;
  }

  /** RFC 9110 §10.1.1: a client that gets a final response in place of 100 can send the content or not. */
  #leavesExpectation(): boolean {
    if ((this.head.flags & EXPECT_CONTINUE) === 0 || this.#hasContinued || this.keepsExpectation)
      return false;
    return this.#body !== undefined && this.#body.state !== 'complete' && this.#body.received === 0;
  }

  /** The part of a chunk that the head has announced: the client would take the rest for the next response. */
  #cut(chunk: string | Uint8Array): string | Uint8Array {
    if (this.#framing === NO_CONTENT) return '';
    if (this.#framing !== BY_LENGTH) return chunk;
    if (chunk.length > this.#missing) {
      this.isClosing = true;
      const part =
        typeof chunk === 'string' ? chunk.slice(0, this.#missing) : chunk.subarray(0, this.#missing);
      this.#missing = 0;
      return part;
    }
    this.#missing -= chunk.length;
    return chunk;
  }

  /** @param before bytes before the part */
  #writePart(before: string, part: string | Uint8Array): void {
    const { connection } = this;
    const isChunk = this.#framing === CHUNKED;
    const start = isChunk ? before + formatChunkHead(part.length) : before;
    if (typeof part === 'string') {
      connection.write(isChunk ? start + part + CHUNK_END : start + part);
      return;
    }
    connection.write(start);
    connection.writeBytes(part);
    if (isChunk) connection.write(CHUNK_END);
  }

  /** @param rest what follows the content */
  #finish(rest: string): void {
    if (this.#framing === BY_LENGTH && this.#missing > 0) {
      // The client must not take the next response for the rest of this one.
      void this.abort({ type: 'close' });
      return;
    }
    this.isComplete = true;
    this.connection.write(rest);
    this.connection.completed();
  }

  #settle(): void {
    const waiters = this.#waiters;
    this.#waiters = undefined;
    for (const resolve of waiters ?? []) resolve();
  }
}
