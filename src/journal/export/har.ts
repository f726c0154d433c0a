import { isUtf8 } from 'node:buffer';
import { findField, withoutField } from '#http/syntax/fields.ts';
import { dispositionOf, type Part, partField } from '#http/syntax/multipart.ts';
import { readPairs } from '#http/syntax/query.ts';
import { bodyText } from '../matching/body-content.ts';
import { RequestContent } from '../matching/request-content.ts';
import type {
  JournalEntry,
  Pair,
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
} from '../recording/record.ts';
import { type ContentDecoder, createContentDecoder } from '../views/content-decoding.ts';
import type { Redaction } from '../views/redaction.ts';
import { fieldOf, queryOf, urlOf } from '../views/request-url.ts';
import { requestCookies, responseCookies } from './har-cookies.ts';
import type { Har, HarEntry, HarPair, HarParam, PostData } from './har-schema.ts';

export interface HarOptions {
  /** Version of the package. */
  readonly version: string;
  readonly redaction: Redaction;
}

/**
 * The exchanges as an HTTP Archive 1.2. Its standard has no place for rejected requests, which are omitted. Members that
 * begin with `_` are not of the standard.
 */
export function toHar(entries: readonly JournalEntry[], { version, redaction }: HarOptions): Har {
  return buildArchive([...toHarEntries(entries, redaction)], version);
}

export function buildArchive(entries: HarEntry[], version: string): Har {
  return { log: { version: '1.2', creator: { name: 'sparring', version }, pages: [], entries } };
}

/** The entries of an archive, without those that are no exchanges, one at a time. */
export function* toHarEntries(
  entries: Iterable<JournalEntry>,
  redaction: Redaction,
): Generator<HarEntry, undefined> {
  const decoder = createContentDecoder();
  for (const entry of entries)
    if (entry.kind === 'exchange')
      yield toEntry(redaction.exchange(entry), decodeBodies(entry, decoder, redaction));
}

/** The masked bodies without their codings. A body that has none, or cannot be decoded, is undefined. */
interface DecodedBodies {
  readonly request?: RecordedBody | undefined;
  readonly response?: RecordedBody | undefined;
}

function decodeBodies(
  exchange: RecordedExchange,
  decoder: ContentDecoder,
  redaction: Redaction,
): DecodedBodies {
  const request = withoutCodings(exchange.request, decoder);
  const response = exchange.response && withoutCodings(exchange.response, decoder);
  if (!request && !response) return {};
  const masked = redaction.exchange({
    ...exchange,
    ...(request && { request }),
    ...(response && { response }),
  });
  return {
    ...(request && { request: masked.request.body }),
    ...(response && { response: masked.response?.body }),
  };
}

type Message = Pick<RecordedRequest, 'headers' | 'body'>;

function withoutCodings<M extends Message>(message: M, decoder: ContentDecoder): M | undefined {
  const decoded = decoder.decode(message.body, message.headers);
  if (!decoded) return undefined;
  const headers = withoutField(message.headers, 'Content-Encoding');
  return { ...message, headers, body: { ...message.body, length: decoded.byteLength, kept: decoded } };
}

function toEntry(exchange: RecordedExchange, decoded: DecodedBodies): HarEntry {
  const { connection, ended, webSocket, startedAt } = exchange;
  const timings = computeTimings(exchange);
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: timings.send + timings.wait + timings.receive,
    request: toRequest(exchange, decoded.request),
    response: toResponse(exchange, decoded.response),
    cache: {},
    timings,
    connection: String(connection.id),
    _id: exchange.id,
    _bin: exchange.bin,
    _endpoint: exchange.endpoint,
    _ended: ended,
    _requestNumber: connection.requestNumber,
    ...(exchange.worker !== undefined && { _worker: exchange.worker }),
    ...(webSocket && { _webSocket: { received: webSocket.received, sent: webSocket.sent } }),
    ...(exchange.note !== null && { comment: exchange.note }),
    ...(exchange.marked && { _marked: true }),
    ...(exchange.replayOf !== null && { _replayOf: exchange.replayOf }),
  };
}

/** As the server sees them: the body of the request arrives, the response is created, and is sent. */
function computeTimings({ ms }: RecordedExchange) {
  const done = Math.max(ms.done ?? 0, ms.firstByte ?? 0);
  const first = ms.firstByte ?? done;
  const send = Math.min(ms.body ?? first, first);
  return { send, wait: first - send, receive: done - first };
}

function toRequest(exchange: RecordedExchange, decoded: RecordedBody | undefined) {
  const { request, connection } = exchange;
  const { method, target, headers, trailers, body } = request;
  return {
    method,
    url: urlOf(exchange),
    httpVersion: connection.protocol,
    cookies: requestCookies(headers),
    headers: toNamed(headers),
    queryString: toNamed(queryOf(exchange)),
    ...(body.length > 0 && { postData: toPostData(decoded ?? body, headers, decoded !== undefined) }),
    headersSize: sizeOfHead(`${method} ${target} `, headers, exchange),
    bodySize: body.length,
    _target: target,
    ...toDetails(body, trailers, decoded),
  };
}

/**
 * The body as text, and the fields of a form as `params` too. The standard calls the two mutually exclusive, but browsers
 * export both: some importers read only the text, others only the parameters.
 */
function toPostData(body: RecordedBody, headers: readonly Pair[], isDecoded: boolean): PostData {
  const mimeType = fieldOf(headers, 'Content-Type') ?? 'application/octet-stream';
  const text = bodyText(body);
  const content = text === undefined ? { _base64: Buffer.from(body.kept).toString('base64') } : { text };
  // A form with more fields than are read has no parameters.
  const pairs = FORM.test(mimeType) && text !== undefined ? readPairs(text) : undefined;
  if (pairs) return { mimeType, ...content, params: toNamed(pairs) };
  const uncoded = isDecoded ? withoutField(headers, 'Content-Encoding') : headers;
  const { parts } = new RequestContent({ method: '', query: [], headers: uncoded }, body, body.length);
  const params = MULTIPART.test(mimeType) ? (parts ?? []).flatMap(toParam) : [];
  if (params.length === 0) return { mimeType, ...content };
  const hasBytes = params.some(({ value }) => value === undefined);
  return { mimeType, ...content, params, ...(hasBytes && { comment: BYTES_COMMENT }) };
}

const FORM = /^application\/x-www-form-urlencoded\b/i;
const MULTIPART = /^multipart\/form-data\b/i;

const BYTES_COMMENT = 'HAR has no place for bytes: parameters without a value are in the Base64 of _base64.';

/** A field or a file of a form (RFC 7578 §4.2). A part without a name is none. */
function toParam(part: Part): HarParam[] {
  const { name, filename } = dispositionOf(part) ?? {};
  if (name === undefined) return [];
  const contentType = partField(part, 'Content-Type');
  return [
    {
      name,
      ...(isUtf8(part.content) && { value: part.content.toString() }),
      ...(filename !== undefined && { fileName: filename }),
      ...(contentType !== undefined && { contentType }),
    },
  ];
}

/** An exchange without a response has the status 0, as in browsers. */
function toResponse(exchange: RecordedExchange, decoded: RecordedBody | undefined) {
  const { response, connection } = exchange;
  const { status = 0, reason = '', headers = [], trailers = [], informational = [] } = response ?? {};
  const headersSize = response ? sizeOfHead(` ${status} ${reason}`, headers, exchange) : -1;
  const bodySize = response ? response.body.length : -1;
  return {
    status,
    statusText: reason,
    httpVersion: connection.protocol,
    cookies: responseCookies(headers),
    headers: toNamed(headers),
    content: {
      ...toContent(decoded ?? response?.body, headers),
      ...(decoded && { compression: decoded.length - bodySize }),
    },
    redirectURL: findField(headers, 'Location') ?? '',
    headersSize,
    bodySize,
    ...(headersSize !== -1 && { _transferSize: headersSize + bodySize }),
    ...(informational.length > 0 && {
      _informational: informational.map(({ status, headers }) => ({ status, headers: toNamed(headers) })),
    }),
    ...(response && toDetails(response.body, trailers, decoded)),
  };
}

function toContent(body: RecordedBody | undefined, headers: readonly Pair[]) {
  const content = { size: body?.length ?? 0, mimeType: fieldOf(headers, 'Content-Type') ?? '' };
  if (!body || body.length === 0) return content;
  const text = bodyText(body);
  if (text !== undefined) return { ...content, text };
  return { ...content, text: Buffer.from(body.kept).toString('base64'), encoding: 'base64' };
}

/** The digest is that of the bytes. It is absent where the decoded body has a secret, as for a body without a coding. */
function toDetails(body: RecordedBody, trailers: readonly Pair[], decoded: RecordedBody = body) {
  const { truncated, kept } = body;
  const { sha256 } = decoded;
  return {
    ...(sha256 !== null && { _sha256: sha256 }),
    ...(truncated && { _keptSize: kept.byteLength }),
    ...(trailers.length > 0 && { _trailers: toNamed(trailers) }),
  };
}

/** The size from the first line to the empty line; -1 for HTTP/2, which compresses the fields. */
function sizeOfHead(line: string, headers: readonly Pair[], { connection }: RecordedExchange): number {
  if (connection.protocol === 'HTTP/2') return -1;
  // Line ends, colons, spaces, and the version, which is in the first line of both messages.
  const fields = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  return line.length + connection.protocol.length + 2 + fields + 2;
}

function toNamed(pairs: readonly Pair[]): HarPair[] {
  return pairs.map(([name, value]) => ({ name, value }));
}
