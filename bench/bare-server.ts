import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { parse } from 'node:querystring';
import type { Transport } from './compare.ts';
import type { CertificateFiles } from './with-server.ts';

/**
 * The reference: Node's own server of a protocol, with the status and the fields of the JSON file that `RESPONSE_FILE`
 * names. The content is a constant, or computed from each request, as `/get` and `/post` compute it.
 */
interface Given {
  readonly status: number;
  readonly fields: string[];
  /** In Base64; null if it is computed. */
  readonly content: string | null;
  readonly transport: Transport;
  readonly certificate?: CertificateFiles;
}

/** What the requests of `node:http` and `node:http2` have in common. */
interface Request {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  resume(): unknown;
}

/** What the responses have in common. */
interface Response {
  writeHead(status: number, fields: string[]): unknown;
  end(content: string | Buffer): unknown;
}

const input: Given = JSON.parse(readFileSync(process.env.RESPONSE_FILE ?? '', 'utf8'));
const { status, content, transport, certificate } = input;
const isSecure = transport !== 'http1';
// HTTP/2 has lower-case names (RFC 9113 §8.2).
const fields = input.fields.map((text, index) =>
  transport === 'http2' && index % 2 === 0 ? text.toLowerCase() : text,
);

const bytes = Buffer.from(content ?? '', 'base64');
// Node sends text in one write with the head.
const constant = isAscii(bytes) ? bytes.toString('latin1') : bytes;

function serve(request: Request, response: Response): void {
  if (request.method === 'GET') {
    if (content === null) respondWithView(request, '', response);
    else respond(response);
  } else if (content === null) {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => respondWithView(request, Buffer.concat(chunks).toString(), response));
  } else {
    request.resume();
    request.on('end', () => respond(response));
  }
}

/** A stream of HTTP/2. The compatibility API of Node would need twice the time. */
function serveStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const { ':method': method, ':path': url } = headers;
  const { remoteAddress } = stream.session?.socket ?? {};
  const request: Request = {
    method,
    url,
    headers,
    socket: { remoteAddress },
    on: (event: string, listener: (chunk: Buffer) => void) => stream.on(event, listener),
    resume: () => stream.resume(),
  };
  serve(request, {
    writeHead: (code, sent) => stream.respond([':status', String(code), ...sent]),
    end: (text) => stream.end(text),
  });
}

function respond(response: Response): void {
  response.writeHead(status, fields);
  response.end(constant);
}

function respondWithView(request: Request, body: string, response: Response): void {
  const text = `${JSON.stringify(buildView(request, body), null, 2)}\n`;
  response.writeHead(status, [...fields, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}

/** The members of `/get`; with those of a JSON body, for `/post`. */
function buildView(request: Request, body: string): object {
  const [, query = ''] = request.url?.split('?') ?? [];
  const args = parse(query);
  const headers = toHeaders(request);
  const origin = request.socket.remoteAddress;
  const url = `${isSecure ? 'https' : 'http'}://${headers.Host}${request.url}`;
  if (request.method === 'GET') return { args, headers, origin, url };
  return { args, data: body, files: {}, form: {}, headers, json: JSON.parse(body), origin, url };
}

const titles = new Map([[':authority', 'Host']]);

/** Sorted, with names in title case. */
function toHeaders({ headers }: Request): Record<string, unknown> {
  const pairs: [string, unknown][] = [];
  for (const name in headers) {
    const title = titles.get(name) ?? toTitle(name);
    if (!title.startsWith(':')) pairs.push([title, headers[name]]);
  }
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toTitle(name: string): string {
  const title = name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  if (titles.size < 100) titles.set(name, title);
  return title;
}

/** That of Sparring, so that the fields have the same size, and idle connections stay open. */
const KEEP_ALIVE = 75_000;

function open() {
  if (!certificate || !isSecure) return createServer({ keepAliveTimeout: KEEP_ALIVE }, serve);
  const identity = { cert: readFileSync(certificate.tlsCert), key: readFileSync(certificate.tlsKey) };
  if (transport !== 'http2') return createHttpsServer({ ...identity, keepAliveTimeout: KEEP_ALIVE }, serve);
  const secure = createSecureServer(identity);
  secure.on('stream', serveStream);
  return secure;
}

// With `--expose-gc`, as in `sparring-server.ts`.
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
});
const server = open();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
