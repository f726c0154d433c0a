import { readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { CookieJar } from './cookie-jar.ts';
import { Credentials, type Login } from './credentials.ts';
import { Failure } from './failure.ts';
import { HttpCache } from './http-cache.ts';
import type { Mutant } from './mutants.ts';
import { type ReadResponse, readResponse, values } from './read-response.ts';
import { WireReader } from './wire-reader.ts';

export interface ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  readonly isStream: boolean;
  readonly isText: boolean;
  readonly timeout: number;
  readonly redirects: boolean | number;
  readonly auth?: Login;
  readonly trailers: readonly (readonly [string, string])[];
  /** URL of a proxy, with credentials. */
  readonly proxy?: string;
  readonly isVerified: boolean;
  readonly usesCache: boolean;
  readonly maxBody: number;
  readonly retries: number;
  readonly expect: boolean;
  readonly abort?: { readonly at: 'headers' | number };
  /** Whether the content was sent before, and is gone. */
  readonly isConsumed?: boolean;
}

export interface ClientResponse extends Omit<ReadResponse, 'keepsOpen'> {
  readonly url: string;
}

interface Idle {
  readonly socket: Socket;
  readonly reader: WireReader;
}

/** The content of a URL that is not one of HTTP. */
function contentOf(url: URL): Buffer | undefined {
  if (url.protocol === 'file:') return readFileSync(url);
  return url.protocol === 'data:' ? Buffer.from(url.pathname.replace(/^[^,]*,/, '')) : undefined;
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE'];
const MAX_REDIRECTS = 20;
const MAX_RETRY_AFTER_S = 3;
const REPEAT_PAUSE_MS = 1000;

/** A client of HTTP/1.1 that follows the rules of the suite, for tests of the suite. A mutant breaks one of them. */
export class SyntheticClient {
  readonly #mutant: Mutant | undefined;
  readonly #ca: string;
  #wasUnverified = false;
  /** The redirect limit of the first request. */
  #redirects: ClientRequest['redirects'] | undefined;
  readonly #idle = new Map<string, Idle>();
  readonly #jar: CookieJar;
  readonly #credentials: Credentials;
  readonly #cache: HttpCache;

  constructor(mutant: Mutant | undefined, ca: string) {
    this.#mutant = mutant;
    this.#ca = ca;
    this.#cache = new HttpCache(mutant === 'caches-all');
    this.#credentials = new Credentials(mutant !== 'nc-stands');
    this.#jar = new CookieJar(this.#has);
  }

  close(): void {
    for (const { socket } of this.#idle.values()) socket.destroy();
  }

  readonly #has = (mutant: Mutant): boolean => this.#mutant === mutant;

  /** Follows redirects, and decodes the content of the last response. */
  async fetch(given: ClientRequest): Promise<ClientResponse> {
    this.#check(given);
    this.#redirects ??= given.redirects;
    const request = this.#has('redirects-by-client') ? { ...given, redirects: this.#redirects } : given;
    let { method, body } = request;
    let headers = [...request.headers];
    let url = parseUrl(request.url);
    const origin = url;
    const fragment = this.#has('fragment-lost') ? '' : url.hash;
    const limit = this.#has('no-redirect-limit')
      ? Number.POSITIVE_INFINITY
      : request.redirects === true
        ? MAX_REDIRECTS
        : Number(request.redirects) - (this.#has('counts-the-first-request') ? 1 : 0);
    for (let count = 0; ; count++) {
      const response = await this.#fetchCached(
        { ...request, method, body, headers },
        url,
        isSameOrigin(url, origin),
      );
      const [location, ...others] = response.fields.filter(([name]) => name.toLowerCase() === 'location');
      const isRedirect =
        [301, 302, 303, 307, 308].includes(response.status) && location && others.length === 0;
      if (!isRedirect || request.redirects === false)
        return decode(response, url, fragment, this.#has, request.maxBody);
      if (count >= limit) throw new Failure('redirect', 'too many redirects');
      const next = parseUrl(new URL(location[1], url).href);
      const content = this.#has('follows-any-scheme') ? contentOf(next) : undefined;
      if (content) return { ...response, status: 200, content, url: next.href };
      if (!/^https?:$/.test(next.protocol)) throw new Failure('redirect', `the scheme ${next.protocol}`);
      next.username = next.password = '';
      const keeps = response.status > 303 || (response.status < 303 && method !== 'POST');
      const isAskedAgain = method !== 'HEAD' || (response.status === 303 && this.#has('gets-at-303'));
      if (!keeps && isAskedAgain && !this.#has('303-keeps-post')) {
        [method, body] = ['GET', undefined];
        headers = headers.filter(([name]) => !/^content-/i.test(name));
      } else if (body && (request.isStream || this.#has('does-not-repeat-content')))
        throw new Failure('redirect', 'the content cannot be sent again');
      if (this.#has('307-drops-body')) body = undefined;
      if (!this.#isTrusted(url, next)) headers = headers.filter(([name]) => !SENSITIVE.test(name));
      if (this.#has('host-kept') && !headers.some(([name]) => name === 'Host'))
        headers = [...headers, ['Host', origin.host]];
      url = next;
    }
  }

  #isTrusted(from: URL, to: URL): boolean {
    if (this.#has('leak-auth')) return true;
    return this.#has('host-only-compare') ? from.hostname === to.hostname : isSameOrigin(from, to);
  }

  #check({ method, url, headers, body }: ClientRequest): void {
    if (method === 'TRACE' && body) throw new Failure('invalid-request', 'TRACE has no content');
    const isAllowed =
      this.#has('crlf-passes') ||
      (TOKEN.test(method) &&
        !/[\0-\x20\x7f]/.test(url) &&
        headers.every(([name, value]) => TOKEN.test(name) && !/[\r\n]/.test(value)));
    const hasNul = headers.some(([, value]) => value.includes('\0'));
    const frames = headers.some(([name]) => /^(?:content-length|transfer-encoding|host)$/i.test(name));
    if (!isAllowed || hasNul || frames) throw new Failure('invalid-request', 'the request is not valid');
  }

  async #fetchCached(request: ClientRequest, url: URL, isTrusted: boolean): Promise<ReadResponse> {
    const { method, headers, usesCache } = request;
    if (!usesCache) return this.#fetchOne(request, url, isTrusted);
    const stored = method === 'GET' ? this.#cache.find(url, headers) : undefined;
    if (stored && stored.etag === undefined) return stored.response;
    const conditional = stored?.etag === undefined ? [] : [['If-None-Match', stored.etag] as const];
    const response = await this.#fetchOne(
      { ...request, headers: [...headers, ...conditional] },
      url,
      isTrusted,
    );
    if (response.status === 304 && stored) return stored.response;
    this.#cache.store(method, url, headers, response);
    return response;
  }

  /** Repeats a request where its method permits it, and answers a challenge once. */
  async #fetchOne(request: ClientRequest, url: URL, isTrusted: boolean): Promise<ReadResponse> {
    const { method, auth, retries } = request;
    const { headers } = request;
    const login = isTrusted && method !== 'TRACE' ? auth : undefined;
    let expects = request.expect;
    let credentials = this.#credentials.initial(login, url, method);
    let isChallenged = false;
    let prefix = Buffer.alloc(0);
    for (let attempt = 1; ; attempt++) {
      const partial: Buffer[] = [];
      try {
        const authorized: typeof headers = credentials
          ? [...headers, ['Authorization', credentials]]
          : headers;
        const isConsumed = this.#has('body-consumed') && attempt > 1;
        const response = await this.#attempt(
          { ...request, headers: authorized, expect: expects, isConsumed },
          url,
          (part) => partial.push(part),
        );
        const answer: string | undefined =
          response.status === 401 && login
            ? this.#credentials.answer(
                login,
                response.fields,
                url,
                method,
                isChallenged ? credentials : undefined,
              )
            : undefined;
        if (response.status === 417 && expects) expects = false;
        else if (answer !== undefined) [credentials, isChallenged] = [answer, true];
        else if (response.status === 401 && isChallenged && this.#has('rejects-wrong-credentials'))
          throw new Failure('other', 'too many attempts to authenticate');
        else if (response.status === 503 && attempt <= retries && (await this.#waitToRetry(response)))
          continue;
        else return { ...response, content: Buffer.concat([prefix, response.content]) };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (this.#has('appends-retry') && partial.length > 0 && attempt === 1)
          prefix = Buffer.concat(partial);
        else if (error.kind === 'stale' && (IDEMPOTENT.includes(method) || this.#has('retries-post')))
          continue;
        else if (error.kind === 'connection' && attempt <= retries && IDEMPOTENT.includes(method)) continue;
        else if (this.#repeats(error, attempt, method)) await wait(attempt * REPEAT_PAUSE_MS);
        else throw error.kind === 'stale' ? new Failure('connection', error.message) : error;
      }
    }
  }

  /** Whether it is the variation that makes three attempts, also after a time-out, and pauses between them. */
  #repeats({ kind }: Failure, attempt: number, method: string): boolean {
    return (
      this.#has('repeats-with-pauses') &&
      ['connection', 'timeout'].includes(kind) &&
      attempt < 3 &&
      IDEMPOTENT.includes(method)
    );
  }

  /** @returns whether the request is repeated. */
  async #waitToRetry({ fields }: ReadResponse): Promise<boolean> {
    const given = fields.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? '';
    const date = Date.parse(given);
    const isLater = date > Date.now();
    const seconds = /^\d+$/.test(given) ? Number(given) : isLater ? (date - Date.now()) / 1000 : 0.05;
    if (seconds > MAX_RETRY_AFTER_S && !this.#has('sleeps-huge')) return false;
    await wait(this.#has('ignores-retry-after') ? 10 : seconds * 1000);
    return true;
  }

  async #attempt(given: ClientRequest, url: URL, onPart: (part: Buffer) => void): Promise<ReadResponse> {
    if (!given.isVerified) this.#wasUnverified = true;
    const isVerified = given.isVerified && !(this.#wasUnverified && this.#has('verify-off-sticks'));
    const request = { ...given, isVerified };
    const key = `${url.origin} ${request.proxy ?? ''} ${this.#has('verify-shares-pool') || isVerified}`;
    const idle = this.#idle.get(key);
    this.#idle.delete(key);
    const isLeftover = this.#has('leftover-is-response');
    const isReusable =
      idle && !idle.socket.destroyed && !idle.reader.isEnded && (isLeftover || idle.reader.unread === 0);
    if (idle && !isReusable) idle.socket.destroy();
    const { socket, reader } = isReusable ? idle : await this.#open(url, request);
    const timer = setTimeout(
      () => reader.fail(new Failure('timeout', `${request.timeout} s`)),
      this.#has('no-timeout') ? 1e8 : request.timeout * 1000,
    );
    if (this.#has('limits-each-read')) socket.on('data', () => timer.refresh());
    let hasResponse = false;
    let continues = 0;
    let kept = false;
    try {
      const sending = this.#send(request, url, socket, () => hasResponse);
      if (this.#has('answer-after-upload')) await sending.sent;
      const response = await readResponse(reader, {
        method: request.method,
        isTls: url.protocol === 'https:',
        maxBody: request.maxBody,
        has: this.#has,
        onHead: ({ status }) => {
          if (status >= 200) hasResponse = true;
          if (status >= 200 || status === 100) sending.proceed(status === 100);
          if (status === 100 && this.#has('content-after-each-100') && ++continues > 1)
            socket.write(request.body ?? '');
          if (request.abort?.at === 'headers' && status >= 200) throw new Failure('aborted', 'at the head');
        },
        onPart: (total) => {
          if (typeof request.abort?.at === 'number' && total >= request.abort.at)
            throw new Failure('aborted', 'in the content');
        },
      }).catch((error) => {
        throw error;
      });
      for (const [name, value] of response.fields)
        if (name.toLowerCase() === 'set-cookie') this.#jar.store(value, url);
      kept = response.keepsOpen && sending.isComplete() && (reader.unread === 0 || isLeftover);
      if (kept) {
        this.#idle.set(key, { socket, reader });
        socket.unref();
      }
      if (response.content.length > 0) onPart(response.content);
      return response;
    } catch (error) {
      if (isReusable && !hasResponse && error instanceof Failure && error.kind === 'connection')
        throw new Failure('stale', error.message);
      if (this.#has('appends-retry')) onPart(Buffer.from('hel'));
      throw error;
    } finally {
      clearTimeout(timer);
      if (!kept) socket.destroy();
    }
  }

  /** Writes the request. The content waits for 100 (Continue), and stops at a final response. */
  #send(request: ClientRequest, url: URL, socket: Socket, isAnswered: () => boolean) {
    const { method, body, isStream, expect, headers } = request;
    const names = headers.map(([name]) => name.toLowerCase());
    const cookies = names.includes('cookie') ? '' : this.#jar.header(url);
    const proxy = url.protocol === 'http:' ? request.proxy : undefined;
    const target = `${proxy ? url.origin : ''}${url.pathname}${url.search}${this.#has('fragment-sent') ? url.hash : ''}`;
    const leaksCredentials = this.#has('leaks-proxy-credentials') ? request.proxy : undefined;
    // A text has fewer characters than octets.
    const length =
      request.isText && this.#has('length-in-characters') ? body?.toString().length : body?.length;
    const framing = body
      ? isStream
        ? ['Transfer-Encoding: chunked']
        : [`Content-Length: ${length}`]
      : /^(?:POST|PUT|PATCH)$/.test(method)
        ? ['Content-Length: 0']
        : [];
    const lines = [
      `${method} ${target} HTTP/1.1`,
      ...(names.includes('host') ? [] : [`Host: ${url.host}`]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(names.includes('accept-encoding') || this.#has('does-not-decode')
        ? []
        : ['Accept-Encoding: gzip, deflate, br, zstd']),
      ...proxyCredentials(proxy ?? leaksCredentials),
      ...(cookies === '' ? [] : [`Cookie: ${cookies}`]),
      ...(expect ? ['Expect: 100-continue'] : []),
      ...framing,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    let isComplete = !body;
    const isStopped = () => isAnswered() && !this.#has('answer-after-upload');
    const decision = Promise.withResolvers<boolean>();
    if (!expect) decision.resolve(true);
    // A server may never send 100 (RFC 9110 §10.1.1).
    else setTimeout(() => decision.resolve(true), 500).unref();
    const sent = decision.promise.then(async (sends) => {
      if (!body || !sends || request.isConsumed) return;
      for (let index = 0; index < body.length && !isStopped() && !socket.destroyed; index += 65_536) {
        const part = body.subarray(index, index + 65_536);
        if (isStream) socket.write(`${part.length.toString(16)}\r\n`);
        const isFlushed = socket.write(part);
        if (isStream) socket.write('\r\n');
        if (!isFlushed) await drained(socket);
        if (index + 65_536 >= body.length) isComplete = true;
      }
      const trailers = this.#has('drops-trailers') ? [] : request.trailers;
      const lines = trailers.map(([name, value]) => `${name}: ${value}\r\n`);
      if (isStream && isComplete) socket.write(`0\r\n${lines.join('')}\r\n`);
    });
    return { proceed: decision.resolve, isComplete: () => isComplete, sent };
  }

  /** Connects to the host of a URL, through the proxy if there is one. */
  async #open(url: URL, request: ClientRequest): Promise<Idle> {
    const { proxy } = request;
    const isTls = url.protocol === 'https:';
    const { socket } = await this.#connect(proxy === undefined ? url : parseUrl(proxy), request.timeout);
    if (!isTls) return { socket, reader: new WireReader(socket) };
    if (proxy !== undefined) await openTunnel(socket, url, proxy);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const secured = connectTls({
      socket,
      ca: this.#ca,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 && { servername: host }),
      ...(isIP(host) !== 0 && { host }),
      // Node accepts the common name of a certificate without alternative names (RFC 9110 §4.3.4).
      checkServerIdentity: (name, certificate) =>
        certificate.subjectaltname === undefined
          ? new Error('a certificate without alternative names')
          : checkServerIdentity(name, certificate),
      rejectUnauthorized: request.isVerified && !this.#has('trusts-all'),
    });
    await this.#until(secured, 'secureConnect', 'tls', request.timeout);
    return { socket: secured, reader: new WireReader(secured) };
  }

  async #connect(url: URL, timeout: number): Promise<{ socket: Socket }> {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port });
    socket.setNoDelay(true);
    await this.#until(socket, 'connect', 'connection', timeout);
    return { socket };
  }

  async #until(socket: Socket, event: string, kind: string, timeout: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Failure('timeout', 'while connecting')),
        this.#has('no-timeout') ? 1e8 : timeout * 1000,
      );
      const settle = (action: () => void) => () => {
        clearTimeout(timer);
        action();
      };
      socket.once(event, settle(resolve));
      socket.once('error', (error) => settle(() => reject(new Failure(kind, error.message)))());
    }).catch((error) => {
      socket.destroy();
      throw error;
    });
  }
}

/** Asks a proxy for a tunnel. @throws Failure unless its status is 2xx. */
async function openTunnel(socket: Socket, url: URL, proxy: string): Promise<void> {
  const authority = `${url.hostname}:${url.port || 443}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...proxyCredentials(proxy)];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const reader = new WireReader(socket);
  const status = await reader.line();
  for (let line = await reader.line(); line !== ''; line = await reader.line())
    if (line === undefined) throw new Failure('connection', 'the proxy ended the connection');
  reader.release();
  if (!/^HTTP\/1\.[01] 2\d\d/.test(status ?? '')) throw new Failure('connection', `the proxy sent ${status}`);
}

function proxyCredentials(proxy: string | undefined): string[] {
  if (proxy === undefined) return [];
  const { username, password } = parseUrl(proxy);
  const text = Buffer.from(`${username}:${password}`).toString('base64');
  return username === '' ? [] : [`Proxy-Authorization: Basic ${text}`];
}

const SENSITIVE = /^(?:authorization|cookie|proxy-authorization)$/i;

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new Failure('invalid-request', 'the URL is not valid');
  return url;
}

function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function decode(
  { status, version, fields, content }: ReadResponse,
  url: URL,
  fragment: string,
  has: (mutant: Mutant) => boolean,
  maxOutputLength: number,
): ClientResponse {
  const final = `${url.href}${url.hash === '' ? fragment : ''}`;
  if (has('does-not-decode')) return { status, version, fields, content, url: final };
  let decoded = content;
  for (const coding of values(fields, 'content-encoding').reverse()) {
    const decoder = DECODERS.get(coding.toLowerCase());
    if (!decoder || decoded.length === 0) continue;
    try {
      const members = has('one-member') && decoder === gunzipSync ? firstMember(decoded) : decoded;
      decoded = decoder(members, { maxOutputLength, ...(has('cut-coding-passes') && { finishFlush: 2 }) });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      throw new Failure(code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'decode', String(error));
    }
  }
  return { status, version, fields, content: decoded, url: final };
}

type Decoder = (bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  [
    'deflate',
    (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ],
  ['br', (bytes, { maxOutputLength }) => brotliDecompressSync(bytes, { maxOutputLength })],
  ['zstd', (bytes, { maxOutputLength }) => zstdDecompressSync(bytes, { maxOutputLength })],
]);

/** The bytes before the second gzip header, as a client that stops at the first member reads them. */
function firstMember(bytes: Buffer): Buffer {
  const second = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]), 3);
  return second < 0 ? bytes : bytes.subarray(0, second);
}
