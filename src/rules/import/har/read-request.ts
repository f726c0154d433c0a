import { type Fields, findField } from '#http/syntax/fields.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { percentEncode } from '#http/syntax/percent.ts';
import { parsePairs } from '#http/syntax/query.ts';
import type { RequestHead } from '#journal/matching/request-view.ts';
import { EntryProblem, type Members } from './members.ts';
import { decodeBase64, type RecordedContent, readContent } from './read-content.ts';
import { readFields, readPairs } from './read-fields.ts';
import { parseRecordedUrl, type RecordedUrl } from './recorded-url.ts';

/** A field of a form, or a part of a multipart body. */
export interface RecordedParam {
  readonly name: string;
  /** Undefined for a file whose content was not recorded. */
  readonly value: string | undefined;
  readonly filename: string | undefined;
  readonly type: string | undefined;
}

export interface RecordedBody {
  /** The media type with its parameters; empty if it is unknown. */
  readonly type: string;
  readonly content: RecordedContent | undefined;
  /** The body in the form of its fields: HAR 1.2 has either them or the text, and some recorders write both. */
  readonly params: readonly RecordedParam[];
}

export interface RecordedRequest {
  readonly method: string;
  readonly url: RecordedUrl;
  readonly protocol: RequestHead['protocol'];
  readonly headers: Fields;
  /** Undefined without a body. */
  readonly body: RecordedBody | undefined;
}

/** Chromium names HTTP/2 `http/2.0`. */
const PROTOCOLS = ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const;

const MAX_URL_LENGTH = 65_536;

/** @throws EntryProblem */
export function readRequest(members: Members): RecordedRequest {
  const method = members.text('method') ?? '';
  if (!/^\S{1,100}$/.test(method)) throw members.problem('method', 'must be a method');
  const headers = readFields(members);
  const httpVersion = (members.text('httpVersion') ?? '').toUpperCase();
  return {
    method,
    url: readUrl(members),
    protocol: PROTOCOLS.find((each) => httpVersion.startsWith(each)) ?? 'HTTP/1.1',
    headers,
    body: readBody(members.object('postData'), headers),
  };
}

function readUrl(members: Members): RecordedUrl {
  const text = members.text('url') ?? '';
  if (text.length > MAX_URL_LENGTH)
    throw members.problem('url', `must not be longer than ${MAX_URL_LENGTH} characters`);
  const protocol = URL.parse(text)?.protocol;
  if (protocol === undefined) throw members.problem('url', 'must be an absolute URL');
  if (protocol === 'ws:' || protocol === 'wss:') throw new EntryProblem('is a WebSocket');
  const url = parseRecordedUrl(text);
  if (!url) throw new EntryProblem('is not a request of HTTP');
  if (url.text.includes('?')) return url;
  // Some tools write the query only as a list.
  const query = readPairs(members, 'queryString').map((pair) => pair.map(percentEncode).join('='));
  return { ...url, query: query.join('&') };
}

function readBody(postData: Members | undefined, headers: Fields): RecordedBody | undefined {
  if (!postData) return undefined;
  const params = postData.objects('params').map((param) => ({
    name: param.text('name') ?? '',
    value: param.text('value'),
    filename: param.text('fileName'),
    type: param.text('contentType'),
  }));
  // `_base64` is of this server: a body that is no text.
  const bytes = postData.text('_base64');
  const content: RecordedContent | undefined =
    bytes === undefined
      ? readContent(postData)
      : { kind: 'bytes', bytes: decodeBase64(bytes, postData, '_base64') };
  const isEmpty =
    content === undefined || (content.kind === 'text' ? content.text : content.bytes).length === 0;
  if (isEmpty && params.length === 0) return undefined;
  const type = postData.text('mimeType')?.trim() || findField(headers, 'Content-Type') || '';
  return { type, content: isEmpty ? undefined : content, params };
}

/** The head of the request, as conditions read it. */
export function toHead({ method, url, protocol, headers }: RecordedRequest): RequestHead {
  const { path, query, text } = url;
  return {
    method,
    methods: [method],
    target: query === '' ? path : `${path}?${query}`,
    path,
    url: text,
    query: parsePairs(query),
    headers,
    protocol,
    bin: null,
    endpoint: null,
  };
}

/** The media type of a body in lower case, without parameters. */
export function mediaTypeOf({ type }: RecordedBody): string {
  return parseParameterised(type).value;
}
