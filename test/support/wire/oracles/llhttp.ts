import http from 'node:http';
import { Duplex } from 'node:stream';
import type { OracleResult, ParsedMessage } from './oracle.ts';

/** Bytes behind the last message of a connection, which no decoder reads. */
const IGNORED = 'HPE_CLOSED_CONNECTION';

/**
 * What node:http, with llhttp in its strict mode, reads of each input. The requests are counted inside Node: nothing is
 * responded, because Node drops responses before an error. No sockets: the connections are streams of this process.
 */
export async function parseWithNode(inputs: readonly Buffer[]): Promise<readonly OracleResult[]> {
  const results = new Map<Duplex, { readonly messages: ParsedMessage[]; error?: string }>();
  const server = http.createServer({
    insecureHTTPParser: false,
    requireHostHeader: false,
    maxHeaderSize: 65_536,
    connectionsCheckingInterval: 3_600_000,
  });
  server.maxHeadersCount = 0;
  const record = (request: http.IncomingMessage) => {
    const message: ParsedMessage = {
      method: request.method ?? '',
      target: request.url ?? '',
      version: request.httpVersion,
      fields: request.rawHeaders,
      content: '',
      trailers: [],
      isComplete: false,
    };
    results.get(request.socket)?.messages.push(message);
    request.on('data', (chunk: Buffer) => {
      message.content += chunk.toString('latin1');
    });
    request.on('end', () => {
      message.trailers = request.rawTrailers;
      message.isComplete = request.complete;
    });
    request.on('error', () => {});
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, record);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const result = results.get(socket);
    if (result && error.code !== IGNORED) result.error ??= error.code ?? error.message;
  });
  server.on('connect', (_request: http.IncomingMessage, socket: Duplex) => {
    const result = results.get(socket);
    if (result) result.error ??= 'CONNECT';
  });
  const streams = inputs.map((input) => {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    results.set(stream, { messages: [] });
    server.emit('connection', stream);
    stream.push(input);
    return stream;
  });
  // The streams deliver their bytes, and the requests their ends, in microtasks and ticks of these iterations.
  for (let iteration = 0; iteration < 3; iteration++) await new Promise((resolve) => setImmediate(resolve));
  for (const stream of streams) stream.destroy();
  server.close();
  return [...results.values()];
}
