import { type Static, Type } from 'typebox';
import { matches } from '../../http/routing/validation.ts';
import { parsePairs } from '../../http/syntax/query.ts';
import type { RequestHead } from '../../matching/request-view.ts';

const Named = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));

/** The members of an entry of an HTTP Archive that an import reads. Those with `_` are of this server, or of Chromium. */
const HarEntry = Type.Object({
  request: Type.Object({
    method: Type.String({ pattern: '^\\S{1,100}$' }),
    url: Type.String({ maxLength: 65_536 }),
    httpVersion: Type.Optional(Type.String()),
    headers: Type.Optional(Named),
    postData: Type.Optional(
      Type.Object({ mimeType: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
    ),
    _keptSize: Type.Optional(Type.Number()),
  }),
  response: Type.Object({
    status: Type.Number(),
    headers: Named,
    content: Type.Object({
      size: Type.Optional(Type.Number()),
      text: Type.Optional(Type.String()),
      encoding: Type.Optional(Type.String()),
    }),
    _keptSize: Type.Optional(Type.Number()),
  }),
  _bin: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  _webSocket: Type.Optional(Type.Unknown()),
  _webSocketMessages: Type.Optional(Type.Unknown()),
});

export type HarEntry = Static<typeof HarEntry>;

/** The parts of the URL of a request, as the client wrote them: a parsed URL has other characters of its path encoded. */
export interface RecordedUrl {
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

/** The entry with its URL, which is undefined if it is not of HTTP, such as `data:`; undefined for other data. */
export function readEntry(
  input: unknown,
): { readonly entry: HarEntry; readonly url: RecordedUrl | undefined } | undefined {
  if (!matches(HarEntry, input)) return undefined;
  const origin = URL.parse(input.request.url)?.origin;
  if (origin === undefined) return undefined;
  const [url, path, query = ''] = HTTP_URL.exec(input.request.url) ?? [];
  return { entry: input, url: url === undefined ? undefined : { origin, path: path || '/', query } };
}

/** With its path and its query. */
const HTTP_URL = /^https?:\/\/[^/?#]*([^?#]*)\??([^#]*)/i;

/** The head of the request, as conditions read it. */
export function toHead({ request }: HarEntry, { path, query }: RecordedUrl): RequestHead {
  const { method, httpVersion = '', headers = [] } = request;
  return {
    method,
    methods: [method],
    target: query === '' ? path : `${path}?${query}`,
    path,
    url: request.url,
    query: parsePairs(query),
    headers: toPairs(headers),
    protocol: PROTOCOLS.find((each) => httpVersion.toUpperCase().startsWith(each)) ?? 'HTTP/1.1',
    bin: null,
    endpoint: null,
  };
}

/** Chromium names HTTP/2 `http/2.0`. */
const PROTOCOLS = ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const;

export function toPairs(named: readonly { name: string; value: string }[]): (readonly [string, string])[] {
  return named.map(({ name, value }) => [name, value]);
}

/** Whether the journal of a server kept only a part of a body. */
export function isCut({ request, response }: CutEntry): boolean {
  return request._keptSize !== undefined || response._keptSize !== undefined;
}

interface CutEntry {
  readonly request: { readonly _keptSize?: number };
  readonly response: { readonly _keptSize?: number };
}

/** Why an entry has no response that can be sent again; a clause about the entry. */
export function problemOfEntry(entry: HarEntry): string | undefined {
  const { request, response } = entry;
  const { status, content } = response;
  if (entry._webSocket !== undefined || entry._webSocketMessages !== undefined || status === 101)
    return 'is a WebSocket';
  if (
    request.method === 'OPTIONS' &&
    request.headers?.some(({ name }) => name.toLowerCase() === PREFLIGHT_FIELD)
  )
    return 'is a preflight, which the server answers itself';
  if (!(status >= 200 && status <= 999)) return 'has no complete response';
  if (status === 206 || status === 304) return `has the status ${status}, which depends on the request`;
  if (isCut(entry)) return 'has a body of which only a part was kept';
  if (content.text === undefined && (content.size ?? 0) > 0) return 'has a response without its content';
  return undefined;
}

/** The field of a preflight that a browser sends (Fetch §3.2.2). */
const PREFLIGHT_FIELD = 'access-control-request-method';
