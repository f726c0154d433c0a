import type { IncomingMessage } from 'node:http';
import { isHttp2Request } from '../http/http2.ts';
import type { Runtime } from '../runtime.ts';
import { type ConnectionFacts, toTls } from './connection-log.ts';
import type { Ending, Pair, RecordedBody, RecordedConnection } from './record.ts';

export interface RecordingOptions {
  readonly id: number;
  readonly bin: string | null;
  readonly service: string;
  readonly connection: ConnectionFacts | undefined;
  readonly runtime: Pick<Runtime, 'monotonic' | 'machineNow'>;
}

/** The part of a recording that does not depend on the kind of the exchange. */
export class RecordingBase {
  readonly id: number;
  readonly bin: string | null;
  protected readonly service: string;
  protected readonly startedAt: number;
  protected ended: Ending | null = null;
  protected doneAt: number | null = null;
  readonly #runtime: RecordingOptions['runtime'];
  readonly #start: number;
  readonly #facts: ConnectionFacts | undefined;
  readonly #requestNumber: number;
  readonly #tls: RecordedConnection['tls'];
  readonly #protocol: RecordedConnection['protocol'];

  constructor(
    { id, bin, service, connection, runtime }: RecordingOptions,
    request: IncomingMessage,
    socket: unknown,
  ) {
    this.id = id;
    this.bin = bin;
    this.service = service;
    this.startedAt = runtime.machineNow();
    this.#runtime = runtime;
    this.#start = runtime.monotonic();
    this.#facts = connection;
    this.#requestNumber = connection?.requests ?? 1;
    this.#tls = toTls(socket);
    this.#protocol = toProtocol(request);
  }

  protected elapsed(): number {
    return Math.round((this.#runtime.monotonic() - this.#start) * 1000) / 1000;
  }

  protected viewConnection(stream: number | null = null): RecordedConnection {
    const { id = 0, remote = '' } = this.#facts ?? {};
    return {
      id,
      remote,
      stream,
      requestNumber: this.#requestNumber,
      protocol: this.#protocol,
      tls: this.#tls,
    };
  }
}

export const EMPTY_BODY: RecordedBody = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };

/** Pairs of an alternating list of names and values. */
export function toPairs(raw: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return pairs;
}

function toProtocol(request: IncomingMessage): RecordedConnection['protocol'] {
  if (isHttp2Request(request)) return 'HTTP/2';
  return request.httpVersion === '1.0' ? 'HTTP/1.0' : 'HTTP/1.1';
}
