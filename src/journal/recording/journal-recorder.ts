import type { Duplex } from 'node:stream';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ExchangeRecorder, WebSocketRecorder } from '#http/message/exchange-recorder.ts';
import type { ReceivedRequest } from '#http/message/received-request.ts';
import type { Recorder, Rejection } from '#http/message/recorder.ts';
import type { Runtime } from '#runtime.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import { ExchangeRecording } from './exchange-recording.ts';
import type { Journal } from './journal.ts';
import type { Recording } from './journal-store.ts';
import { ByteBlocks } from './kept-bytes.ts';
import { isOwnPage, OwnPages } from './own-pages.ts';
import type { RecordedFailure } from './record.ts';
import { createRecordedFields } from './recorded-fields.ts';
import type { RecordingContext } from './recording-base.ts';
import { readRequestFields } from './request-fields.ts';
import { type ReservedPathOptions, ReservedPathRecording } from './reserved-path-recording.ts';
import { StatusRecording } from './status-recording.ts';
import { WebSocketRecording } from './web-socket-recording.ts';

export interface JournalRecorderOptions {
  /** Maximum number of bytes that are kept of each body. */
  readonly bodySize: number;
  /** Names of header fields, in lower case, whose values are not kept. */
  readonly redacted: readonly string[];
  /** Whether method, template, status and times of the services that are not recorded are kept. */
  readonly recordsAuthorizations: boolean;
  /** The number of this worker, of several. */
  readonly worker?: number | undefined;
  /** The name of a further header field that names the bin of a request, in lower case. */
  readonly binHeader?: string | undefined;
  /** Removes credentials from a request to a path of these services that a rule has answered. */
  readonly removeCredentials: ReservedPathOptions['removeCredentials'];
  readonly runtime: Pick<Runtime, 'monotonic' | 'machineNow' | 'after'>;
}

/** Adds the exchanges of a server to a journal, and the connections without a valid request. */
export class JournalRecorder implements Recorder {
  readonly #journal: Journal;
  readonly #runtime: JournalRecorderOptions['runtime'];
  readonly #recordsAuthorizations: boolean;
  readonly #binHeader: string | undefined;
  readonly #context: RecordingContext;
  readonly #reservedPaths: ReservedPathOptions;
  /** Connections that an entry of their own describes. */
  readonly #described = new WeakSet<ConnectionInfo>();
  readonly #ownPages: OwnPages;

  constructor(journal: Journal, options: JournalRecorderOptions) {
    this.#journal = journal;
    this.#runtime = options.runtime;
    this.#ownPages = new OwnPages(options.runtime);
    this.#recordsAuthorizations = options.recordsAuthorizations;
    this.#binHeader = options.binHeader;
    this.#context = {
      runtime: options.runtime,
      bodySize: options.bodySize,
      contentSize: options.bodySize,
      fields: createRecordedFields(options.redacted),
      blocks: new ByteBlocks(),
      worker: options.worker,
      bodyReceived: (recording) => journal.changed('body', recording),
      grown: (recording) => journal.resize(recording),
      done(recording) {
        journal.resize(recording);
        journal.changed('done', recording);
      },
    };
    this.#reservedPaths = {
      removeCredentials: options.removeCredentials,
      begin(recording) {
        recording.id = journal.nextId();
        journal.add(recording);
      },
    };
  }

  connected(connection: ConnectionInfo): void {
    // Connections have numbers in the order of their starts.
    void connection.id;
    this.#ownPages.opened(connection);
  }

  disconnected(connection: ConnectionInfo): void {
    const addEntry = () => {
      if (connection.requestCount > 0 || this.#described.has(connection)) return;
      this.#addFailure('no-request', connection, {
        code: undefined,
        message: undefined,
        isEmpty: true,
        status: null,
      });
    };
    // The error of a TLS handshake can be reported after the end of its TCP connection.
    this.#runtime.after(0, addEntry);
  }

  tlsFailed(connection: ConnectionInfo, rejection: Rejection): void {
    this.#addFailure(rejection.isEmpty ? 'no-request' : 'tls-error', connection, rejection);
  }

  rejected(connection: ConnectionInfo, rejection: Rejection): void {
    this.#addFailure(rejection.isEmpty ? 'no-request' : 'parser-error', connection, rejection);
  }

  started(exchange: Exchange): void {
    const { connectionInfo, route, rawFields, target } = exchange;
    const service = route.owner;
    const fields = readRequestFields(rawFields, target, this.#binHeader);
    const isOwn = isOwnPage(exchange, fields.fetchSite);
    if (isOwn) this.#ownPages.loaded(connectionInfo);
    if (!service.isRecorded) {
      if (this.#journal.expectedReplays.refuse(connectionInfo))
        throw new HttpError(422, 'A replay of a request is not recorded at this target.');
      // In a bin, a rule can answer the path.
      if (route.service.isRecorded && !isOfOperator(service))
        exchange.recorder = new ReservedPathRecording(exchange, this.#context, fields, this.#reservedPaths);
      else if (this.#recordsAuthorizations && !isOfOperator(service))
        this.#record(exchange, new StatusRecording(this.#journal.nextId(), exchange, this.#context));
      return;
    }
    const replayOf = this.#journal.expectedReplays.take(connectionInfo);
    const recording = new ExchangeRecording(
      this.#journal.nextId(),
      exchange,
      this.#context,
      fields,
      replayOf,
    );
    recording.isOwn = isOwn;
    this.#record(exchange, recording);
    if (!fields.isBinValid)
      throw new HttpError(
        400,
        'Sparring-Bin must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens.',
      );
  }

  ended(exchange: Exchange): void {
    exchange.recorder?.ended();
  }

  canRecord({ rawFields, target }: ReceivedRequest): boolean {
    return readRequestFields(rawFields, target, this.#binHeader).isBinValid;
  }

  upgraded(request: ReceivedRequest, template: string, socket: Duplex): WebSocketRecorder {
    const fields = readRequestFields(request.rawFields, request.target, this.#binHeader);
    const start = { id: this.#journal.nextId(), service: TESTING, bin: fields.bin };
    const recording = new WebSocketRecording(start, request, template, socket, this.#context, fields);
    this.#journal.add(recording);
    return recording;
  }

  #record(exchange: Exchange, recording: Recording & ExchangeRecorder): void {
    exchange.recorder = recording;
    this.#journal.add(recording);
  }

  #addFailure(
    kind: RecordedFailure['kind'],
    connection: ConnectionInfo,
    { code, message, packet, status }: Rejection,
  ): void {
    this.#described.add(connection);
    const isOwn = kind === 'no-request' && this.#ownPages.isSpare(connection);
    const { id, remote, requestCount: requestNumber, tls } = connection;
    const { worker } = this.#context;
    const failure: RecordedFailure = {
      kind,
      id: this.#journal.nextId(),
      ...(worker !== undefined && { worker }),
      startedAt: this.#runtime.machineNow(),
      connection: { id, remote, requestNumber, tls },
      code: code ?? null,
      message: message ?? null,
      raw: new Uint8Array(packet?.subarray(0, MAX_RAW) ?? []),
      status,
      own: isOwn,
    };
    this.#journal.add({
      id: failure.id,
      bin: null,
      size: failure.raw.byteLength,
      countedSize: 0,
      isOwn,
      isComplete: true,
      view: () => failure,
    });
  }
}

const TESTING = 'testing';

/** Whether a service is for operators and their programs, whose requests are never recorded. */
function isOfOperator({ name }: { readonly name: string }): boolean {
  return name === 'control' || name === 'probes';
}

const MAX_RAW = 8 * 1024;
