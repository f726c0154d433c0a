import { connect } from 'node:net';

/** One response with its framing. */
export interface RawResponse {
  readonly statusLine: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The chunks; undefined if the content was not chunked. */
  readonly chunks: readonly Buffer[] | undefined;
  readonly body: Buffer;
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

/** Requests a path over its own connection, and reads the response to its end. */
export async function rawResponse(port: number, path: string, method = 'GET'): Promise<RawResponse> {
  return parse(await readAll(port, `${method} ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`));
}

function readAll(port: number, request: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request, 'latin1'));
    socket
      .on('data', (chunk: Buffer) => received.push(chunk))
      .on('end', () => resolve(Buffer.concat(received)))
      .on('error', reject)
      .setTimeout(20_000, () => socket.destroy(new Error('The server did not answer within 20 s')));
  });
}

function parse(bytes: Buffer): RawResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const fields = lines.map(parseField);
  const rest = bytes.subarray(end + 4);
  const isChunked = fields.some(([name, value]) => name === 'Transfer-Encoding' && value === 'chunked');
  if (!isChunked || rest.length === 0)
    return { statusLine, fields, chunks: undefined, body: rest, trailers: [] };
  return { statusLine, fields, ...parseChunks(rest) };
}

function parseChunks(bytes: Buffer): Pick<RawResponse, 'chunks' | 'body' | 'trailers'> {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) throw new Error('The last chunk is missing');
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    at = line + 2;
    if (size === 0) {
      const trailers = bytes.toString('latin1', at).split('\r\n').filter(Boolean).map(parseField);
      return { chunks, body: Buffer.concat(chunks), trailers };
    }
    chunks.push(bytes.subarray(at, at + size));
    at += size + 2;
  }
}

function parseField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
