import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { AnyContent, describedResponse } from '#http/message/response.ts';
import { type Field, type Fields, findField, isSameName, withoutField } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { formatPythonJson } from '../python/json.ts';
import { endpoint } from '../request/context.ts';
import { ScalarsOrLists, toScalarsOrLists } from '../request/view.ts';
import { checkClientHeaders, type HeaderLimits } from '../responses/headers/client-headers.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const responseHeaders = endpoint({
  path: '/response-headers',
  methods: ['GET', 'POST'],
  tag: 'Response inspection',
  summary: 'Sets the response headers in the query, and returns them as JSON.',
  description:
    'Each pair is a separate header; `Content-Type` replaces the default one. Headers of the connection (`Connection`, `Transfer-Encoding`, `Upgrade`…) and of CORS are returned but not sent. If the sign-in pages share the origin, headers that affect the whole origin, such as `Clear-Site-Data` and `Strict-Transport-Security`, are rejected, as are cookies with paths of those pages.',
  responses: {
    200: describedResponse('The headers as JSON, regardless of the `Content-Type`.', {
      'application/json': ScalarsOrLists,
      '*/*': AnyContent,
    }),
    400: 'A header is invalid.',
    403: 'The host of a redirect is not allowed, or a header or cookie would affect the sign-in pages.',
  },
  compare: {
    httpbin: ['better', 'Rejects line breaks and a second type or length; content does not run in browsers.'],
    'go-httpbin': ['different', 'The content has all headers, a single value as a string.'],
    httpbun: ['different', 'The headers are at the top level, and a requested type is sent.'],
    mockhttp: ['different', 'Values are sent unchanged, without HTML escapes.'],
  },
  examples: [
    {
      title: 'A field with two values',
      path: '/response-headers?X-Colour=red&X-Colour=blue',
      status: 200,
      responseFields: [['X-Colour', /^red/]],
    },
    {
      title: 'A Content-Type',
      method: 'POST',
      path: '/response-headers?Content-Type=text/plain;%20charset=UTF-8',
      status: 200,
      responseFields: [['Content-Type', 'text/plain; charset=UTF-8']],
    },
    { title: 'A field that the server sets', path: '/response-headers?Content-Length=3', status: 400 },
    {
      title: 'A field that would clear data',
      path: '/response-headers?Clear-Site-Data=%22cookies%22',
      status: 403,
    },
  ],

  handle({ exchange, service }) {
    const requested = requestedFields(exchange, service);
    const type = findField(requested, 'Content-Type') ?? 'application/json';
    const others = withoutField(requested, 'Content-Type');
    const returned: Fields = [['Content-Type', type], ...others];
    const sent = returned.filter(([name]) => !NOT_SENT.has(name.toLowerCase()));
    exchange.send(200, [...withoutRepeats(UNTRUSTED_CONTENT, sent), ...sent], jsonWithLength(returned));
  },
});

/** Compat: headers that httpbin returns in the content but does not send. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'access-control-allow-credentials',
  'access-control-allow-origin',
]);

/** Compat: groups repeated names at the position of the first. */
function requestedFields(exchange: Exchange, limits: HeaderLimits): Field[] {
  const byName = Map.groupBy(parsePairs(exchange.query ?? ''), ([name]) => name);
  const requested = [...byName.values()].flat();
  for (const [name] of requested) {
    // A second length would truncate the content, or allow response splitting (RFC 9112 §6.3).
    if (isSameName(name, 'Content-Length')) throw new HttpError(400, 'The server sets Content-Length.');
  }
  return checkClientHeaders(requested, limits);
}

function withoutRepeats(own: Fields, sent: Fields): Fields {
  return own.filter(
    ([name, value]) => !sent.some(([other, input]) => isSameName(name, other) && input === value),
  );
}

/** The headers as JSON, including the length of the JSON itself. */
function jsonWithLength(fields: Fields): string {
  for (let length = 0, text = ''; ; length = Buffer.byteLength(text)) {
    const json = formatPythonJson(toScalarsOrLists([...fields, ['Content-Length', String(length)]]));
    if (json === text) return text;
    text = json;
  }
}
