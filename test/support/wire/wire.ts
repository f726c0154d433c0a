import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A response as it was sent. */
export interface WireResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in their case, fields in their order, repeats included. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The first value of a field; the case of the name does not matter. */
  field(name: string): string | undefined;
  text(): string;
  json(): unknown;
}

export interface WireRequest {
  readonly method?: string;
  readonly path: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** Milliseconds in which the server must answer. */
  readonly timeout?: number;
}

const TIMEOUT = 60_000;

/**
 * Sends one request over its own connection, over TLS if there is a certificate authority to trust. Adds `Host`,
 * `Connection` and `Content-Length` if they are missing.
 */
export async function request(
  port: number,
  { method = 'GET', path, fields = [], body, timeout }: WireRequest,
  ca?: string,
): Promise<WireResponse> {
  const has = (name: string) => fields.some(([other]) => other.toLowerCase() === name);
  const head = [...fields];
  if (!has('host')) head.unshift(['Host', `127.0.0.1:${port}`]);
  if (!has('connection')) head.push(['Connection', 'close']);
  if (body !== undefined && !has('content-length') && !has('transfer-encoding')) {
    head.push(['Content-Length', String(Buffer.byteLength(body))]);
  }
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const bytes = Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    Buffer.from(body ?? ''),
  ]);
  const [response] = await exchangeBytes(port, bytes, [method], ca, timeout);
  if (!response) throw new Error(`No answer to ${method} ${path}`);
  return response;
}

/**
 * Writes the bytes and reads until the server closes the connection, or until `methods.length` final responses have
 * arrived. `methods` has the method of each request, since a response to HEAD has no content.
 */
export function exchangeBytes(
  port: number,
  bytes: Uint8Array | string,
  methods: readonly string[] = ['GET'],
  ca?: string,
  timeout = TIMEOUT,
): Promise<WireResponse[]> {
  return new Promise((resolve, reject) => {
    const begin = () => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    const socket: Socket =
      ca === undefined
        ? connect(port, '127.0.0.1', begin)
        : connectTls({ port, host: '127.0.0.1', ca }, begin);
    const received = new ReceivedBytes();
    const settle = (isEnd: boolean) => {
      const responses = parseResponses(received.bytes, methods, isEnd);
      if (!isEnd && responses.length < methods.length) return;
      socket.destroy();
      resolve(responses);
    };
    socket.on('data', (chunk: Buffer) => {
      received.add(chunk);
      settle(false);
    });
    socket.on('end', () => settle(true));
    socket.on('error', (error) => (received.bytes.length > 0 ? settle(true) : reject(error)));
    const late = () => new Error(`The server did not answer within ${timeout / 1000} s`);
    socket.setTimeout(timeout, () => socket.destroy(late()));
  });
}

/** Grows by doubling: copying all bytes for each packet would take seconds for a response of several MiB. */
class ReceivedBytes {
  #buffer = Buffer.alloc(16 * 1024);
  #length = 0;

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#buffer.length) this.#buffer = Buffer.concat([this.bytes], 2 * length);
    chunk.copy(this.#buffer, this.#length);
    this.#length = length;
  }
}

function parseResponses(bytes: Buffer, methods: readonly string[], isEnd: boolean): WireResponse[] {
  const responses: WireResponse[] = [];
  let rest = bytes;
  while (responses.length < methods.length) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const fields = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const status = Number(statusLine.split(' ')[1]);
    const reason = statusLine.split(' ').slice(2).join(' ');
    const content = readContent(
      rest.subarray(end + 4),
      status,
      fields,
      methods[responses.length] ?? 'GET',
      isEnd,
    );
    if (!content) break;
    rest = content.rest;
    if (status >= 200 || status === 101) responses.push(buildResponse(status, reason, fields, content.body));
  }
  return responses;
}

function readContent(
  rest: Buffer,
  status: number,
  fields: [string, string][],
  method: string,
  isEnd: boolean,
): { body: Buffer; rest: Buffer } | undefined {
  const field = (name: string) => fields.find(([other]) => other.toLowerCase() === name)?.[1];
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304)
    return { body: Buffer.alloc(0), rest };
  if (field('transfer-encoding') === 'chunked') return readChunks(rest);
  const length = field('content-length');
  if (length === undefined) return isEnd ? { body: rest, rest: Buffer.alloc(0) } : undefined;
  if (rest.length < Number(length)) return undefined;
  return { body: rest.subarray(0, Number(length)), rest: rest.subarray(Number(length)) };
}

function readChunks(bytes: Buffer): { body: Buffer; rest: Buffer } | undefined {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (bytes.length < line + 2 + size + 2) return undefined;
    if (size === 0) {
      const end = bytes.indexOf('\r\n', line + 2);
      return { body: Buffer.concat(chunks), rest: bytes.subarray(end + 2) };
    }
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** A response for assertions. */
export function buildResponse(
  status: number,
  reason: string,
  fields: [string, string][],
  body: Buffer,
): WireResponse {
  return {
    status,
    reason,
    fields,
    body,
    field: (name) => fields.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1],
    text: () => body.toString('utf8'),
    json: () => JSON.parse(body.toString('utf8')),
  };
}
