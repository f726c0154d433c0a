import { queueMicrotask } from '#runtime.ts';
import { retain } from '../../bytes.ts';
import { ChunkList } from '../../chunk-list.ts';
import type { ContentParts } from '../../content-parts.ts';
import type { WireError } from '../../error.ts';
import type { BodyObserver, BodyReader, RequestBody } from '../../port.ts';
import type { ContentMemory } from '../socket/options.ts';
import { ReceivedParts } from './received-parts.ts';

const NONE: readonly string[] = [];

/** Bytes that are received and retained for a reader, before the client is slowed down. */
const MAX_RETAINED = 64 * 1024;

/** The failure of content that the memory has no room for. */
const NO_ROOM: WireError = {
  kind: 'memory',
  status: 503,
  code: 0,
  message: 'The server has no memory for more content',
  method: '',
  target: '',
  bytes: Buffer.alloc(0),
};

/** What a body comes from. */
export interface BodySource {
  readonly memory: ContentMemory;
  /** Content was given to a reader, or discarded. @param bytes of content */
  consumed(bytes: number): void;
  /** The reader takes content again, after `content` has returned false. */
  resume(): void;
  /** A reader has thrown, and is not called any more. */
  crashed?(error: unknown): void;
}

/** The content of a request, between the connection that receives it and its reader. */
export class IncomingBody implements RequestBody {
  state: RequestBody['state'];
  received = 0;
  waiting = 0;
  failure: WireError | undefined = undefined;
  trailers: readonly string[] = NONE;
  isRead = false;
  readonly #source: BodySource | undefined;
  #reader: BodyReader | undefined = undefined;
  #observer: BodyObserver | undefined = undefined;
  /** What was received and has no reader yet. */
  readonly #retained = new ChunkList(retain);
  #isPaused = false;
  /** Content is not given to readers any more. */
  #isDiscarded = false;
  /** Its exchange has ended. */
  #hasEnded = false;
  #parts: ReceivedParts | undefined = undefined;

  /**
   * @param source undefined for a request without content
   * @param state of a request without content, too: its reader can throw
   */
  constructor(
    source: BodySource | undefined,
    state: 'none' | 'open' = source === undefined ? 'none' : 'open',
  ) {
    this.#source = source;
    this.state = state;
  }

  get parts(): ContentParts | undefined {
    return this.#parts;
  }

  read(reader: BodyReader): void {
    if (this.#reader !== undefined) throw new Error('The body has a reader');
    this.#reader = reader;
    this.isRead = true;
    this.#isPaused = false;
    // The caller may not have finished its preparations.
    queueMicrotask(() => this.#flow());
  }

  stop(): void {
    this.#reader = undefined;
    if (this.#hasEnded) this.discard();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    queueMicrotask(() => this.#flow());
  }

  /** Whether a reader takes the content. */
  get hasReader(): boolean {
    return this.#reader !== undefined;
  }

  observe(observer: BodyObserver): void {
    this.#observer = observer;
    if (this.isRead) return;
    for (const chunk of this.#retained.parts()) observer.chunk(chunk);
    if (this.state === 'complete') observer.end();
  }

  /** A chunk begins, or a frame has arrived. @see ReceivedParts.add */
  part(size: number, extension: string): void {
    this.#parts ??= new ReceivedParts();
    this.#parts.add(size, extension);
  }

  /** Content was received. @returns false to receive no more until the source's `resume` is called */
  content(chunk: Buffer): boolean {
    this.received += chunk.length;
    this.#observer?.chunk(chunk);
    if (this.#isDiscarded) {
      this.#source?.consumed(chunk.length);
      return true;
    }
    if (this.#canFlow() && this.#retained.length === 0) {
      this.#deliver(chunk);
      return this.#hasRoom();
    }
    return this.#keep(chunk);
  }

  /** The content is complete. */
  complete(trailers: readonly string[]): void {
    if (this.state !== 'open') return;
    this.state = 'complete';
    this.trailers = trailers;
    this.#observer?.end();
    this.#flow();
  }

  /** The rest cannot be received. @param error undefined for the end of the connection or the stream */
  fail(error: WireError | undefined): void {
    if (this.state !== 'open') return;
    this.state = 'failed';
    this.failure = error;
    this.#clear();
    this.#observer?.fail?.();
    this.#failReader(error);
  }

  /** Discards what was and will be received. The observer sees it, and a reader fails. */
  discard(): void {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    const bytes = this.#clear();
    if (bytes > 0) this.#source?.consumed(bytes);
    if (this.state === 'open') this.#source?.resume();
    this.#failReader(this.failure);
  }

  /** The exchange has ended: nothing waits for a reader to come. One that has come gets the rest of complete content. */
  end(): void {
    this.#hasEnded = true;
    if (this.#reader === undefined) this.discard();
  }

  /** @returns false to receive no more for now */
  #keep(chunk: Buffer): boolean {
    const hasRoom = this.#source?.memory.acquire(chunk.length) === true;
    if (hasRoom) this.waiting += chunk.length;
    // What has arrived with the head is kept in every case, because most readers need no memory for it.
    else if (this.#retained.length > 0) {
      this.#overflow(chunk.length);
      return true;
    }
    this.#retained.add(chunk);
    return hasRoom && this.#hasRoom();
  }

  /** The reader fails, but not the message: the rest is received and discarded. */
  #overflow(bytes: number): void {
    this.failure = NO_ROOM;
    this.discard();
    this.#source?.consumed(bytes);
  }

  /** @returns the number of bytes that had waited */
  #clear(): number {
    const bytes = this.#retained.length;
    this.#retained.clear();
    this.#release();
    return bytes;
  }

  /** Fewer bytes wait than before. */
  #release(): void {
    const bytes = this.waiting - Math.min(this.waiting, this.#retained.length);
    this.waiting -= bytes;
    this.#source?.memory.release(bytes);
  }

  /** Small content is received without a reader, so that its end is known. */
  #hasRoom(): boolean {
    return this.#retained.length < MAX_RETAINED || this.#isDiscarded;
  }

  #canFlow(): boolean {
    return this.#reader !== undefined && !this.#isPaused;
  }

  #deliver(chunk: Buffer): void {
    try {
      this.#reader?.data(chunk);
    } catch (error) {
      this.#crash(error);
    }
    this.#source?.consumed(chunk.length);
  }

  #endReader(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    try {
      reader?.end();
    } catch (error) {
      this.#crash(error);
    }
  }

  #failReader(error: WireError | undefined): void {
    const reader = this.#reader;
    this.#reader = undefined;
    try {
      reader?.fail(error);
    } catch (error) {
      this.#crash(error);
    }
  }

  /** What a reader throws must end neither the process nor other exchanges. */
  #crash(error: unknown): void {
    this.discard();
    this.#source?.crashed?.(error);
  }

  /** Gives the reader what it has not got. */
  #flow(): void {
    if (this.#isDiscarded) {
      this.#failReader(this.failure);
      return;
    }
    while (this.#canFlow()) {
      const chunk = this.#retained.take();
      if (chunk === undefined) break;
      this.#release();
      this.#deliver(chunk);
    }
    if (!this.#canFlow()) return;
    if (this.state === 'open') this.#source?.resume();
    else if (this.state === 'failed') this.#failReader(this.failure);
    else this.#endReader();
  }
}
