import type { Exchange } from '#http/message/exchange.ts';
import type { Protocol } from '#http/message/received-request.ts';
import type { Runtime } from '#runtime.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { Ending } from './ending-kinds.ts';
import type { ByteBlocks } from './kept-bytes.ts';
import type { RecordedBody, RecordedConnection, RecordedExchange } from './record.ts';
import type { RecordedFields } from './recorded-fields.ts';

/** The place of a request on its connection, and the monotonic time of its start. */
export type RequestPlace = Pick<Exchange, 'connectionInfo' | 'requestNumber' | 'protocol' | 'startedAt'>;

/** What all recordings of a journal share. */
export interface RecordingContext {
  readonly runtime: Pick<Runtime, 'monotonic' | 'machineNow'>;
  /** Maximum number of bytes that are kept of the body of a request. */
  readonly bodySize: number;
  /** Maximum number of bytes that are kept of the content of a response, which is not recorded without it. */
  readonly contentSize: number | undefined;
  readonly fields: RecordedFields;
  /** For the bytes of complete exchanges; undefined if what is kept of them does not go in the order of their ends. */
  readonly blocks?: ByteBlocks;
  /** The number of this worker, of several. */
  readonly worker?: number | undefined;
  /** Called when the body of a request is complete. */
  bodyReceived(recording: RecordingBase): void;
  /** Called when a recording keeps more bytes than before. */
  grown(recording: RecordingBase): void;
  /** Called when an exchange is complete, or its connection is closed. */
  done(recording: RecordingBase): void;
}

/** The part of a recording that does not depend on the kind of the exchange. */
export abstract class RecordingBase {
  id: number;
  readonly bin: string | null;
  countedSize = 0;
  isOwn = false;
  order: number | undefined = undefined;
  /** The ring removes other entries first. */
  isMarked = false;
  note: string | null = null;
  protected readonly service: string;
  protected readonly startedAt: number;
  /** Monotonic time of the start. */
  protected readonly start: number;
  protected outcome: Ending | null = null;
  /** Microseconds from the start to the end. */
  protected doneAt: number | null = null;
  protected readonly context: RecordingContext;
  protected readonly connection: ConnectionInfo;
  protected readonly requestNumber: number;
  protected readonly protocol: Protocol;

  constructor(
    id: number,
    service: string,
    bin: string | null,
    { connectionInfo, requestNumber, protocol, startedAt }: RequestPlace,
    context: RecordingContext,
  ) {
    this.id = id;
    this.bin = bin;
    this.service = service;
    this.connection = connectionInfo;
    this.requestNumber = requestNumber;
    this.protocol = protocol;
    this.context = context;
    this.startedAt = context.runtime.machineNow();
    this.start = startedAt;
  }

  abstract view(): RecordedExchange;

  /** Approximate number of bytes in memory. */
  abstract get size(): number;

  get isComplete(): boolean {
    return this.outcome !== null;
  }

  /** Whole microseconds since the start: a fraction would be an object, which the garbage collector copies. */
  protected elapsed(now = this.context.runtime.monotonic()): number {
    return Math.round((now - this.start) * 1000);
  }

  /** The members that all kinds of recordings have. */
  protected viewCommon() {
    const { id, bin, service, startedAt, outcome, isOwn: own, isMarked: marked, note } = this;
    const { worker } = this.context;
    const others = {
      webSocket: null,
      replayOf: null,
      lab: null,
      rules: [],
      unmatched: false,
      own,
      marked,
      note,
    };
    const head = { kind: 'exchange', id, bin, ...(worker !== undefined && { worker }) } as const;
    return { ...head, service, startedAt, ended: outcome, ...others } as const;
  }

  protected viewConnection(stream: number | null = null): RecordedConnection {
    const { requestNumber, protocol } = this;
    const { id, remote, tls } = this.connection;
    return { id, remote, stream, requestNumber, protocol, tls };
  }
}

export const EMPTY_BODY: RecordedBody = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };

/** The members of a request whose body is not recorded. */
export const WITHOUT_BODY = { trailers: [], body: EMPTY_BODY, expect: null, aborted: false } as const;

/** Microseconds in milliseconds, or null. */
export function toMilliseconds(microseconds: number | null): number | null {
  return microseconds === null ? null : microseconds / 1000;
}
