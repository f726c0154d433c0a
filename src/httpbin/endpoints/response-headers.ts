import { HttpError } from '../../http/errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { type Field, type Fields, isSameName } from '../../http/fields.ts';
import { parsePairs } from '../../http/query.ts';
import { AnyContent, describedResponse } from '../../http/response.ts';
import { type HeaderLimits, toChosenHeaders } from '../chosen-headers.ts';
import { endpoint } from '../context.ts';
import { HARMLESS } from '../harmless.ts';
import { toPythonJson } from '../python-json.ts';
import { ScalarsOrLists } from '../request-view.ts';
import { toScalarsOrLists } from '../scalars-or-lists.ts';

export const responseHeaders = endpoint({
  path: '/response-headers',
  methods: ['GET', 'POST'],
  tag: 'Response inspection',
  summary: 'Answers with the header fields that the query names, and tells them in the body.',
  description:
    'Each pair is a field of its own, save `Content-Type`, which takes the place of ours. Fields of the connection (`Connection`, `Transfer-Encoding`, `Upgrade`…) and of CORS are told, not sent. While the sign-in pages are on the same origin, `Clear-Site-Data`, `Strict-Transport-Security` and other headers that change all of it are rejected, and so are cookies with the paths of those pages.',
  responses: {
    200: describedResponse('The header fields, as JSON whatever its declared type is.', {
      'application/json': ScalarsOrLists,
      '*/*': AnyContent,
    }),
    400: 'Such a field cannot be sent.',
    403: 'A Location leads to where redirects are not allowed, or a header or cookie would reach the sign-in pages.',
  },
  compare: {
    httpbin: ['better', 'Rejects line breaks and a second type or length; content does not run in browsers.'],
    'go-httpbin': ['different', 'The content has all headers, a single value as a string.'],
    httpbun: ['different', 'The headers are at the top level, and a requested type is sent.'],
    mockhttp: ['different', 'Values are sent unchanged, without HTML escapes.'],
  },
  examples: [
    {
      path: '/response-headers?X-Colour=red&X-Colour=blue',
      status: 200,
      answers: [['X-Colour', /^red/]],
    },
    {
      method: 'POST',
      path: '/response-headers?Content-Type=text/plain;%20charset=UTF-8',
      status: 200,
      answers: [['Content-Type', 'text/plain; charset=UTF-8']],
    },
    { path: '/response-headers?Content-Length=3', status: 400 },
    { path: '/response-headers?Clear-Site-Data=%22cookies%22', status: 403 },
  ],

  handle({ exchange, service }) {
    const wanted = wantedFields(exchange, service);
    const type = wanted.find(([name]) => isSameName(name, 'Content-Type'))?.[1] ?? 'application/json';
    const others = wanted.filter(([name]) => !isSameName(name, 'Content-Type'));
    const told: Fields = [['Content-Type', type], ...others];
    const sent = told.filter(([name]) => !NOT_SENT.has(name.toLowerCase()));
    exchange.send(200, [...withoutRepeats(HARMLESS, sent), ...sent], tellingItsLength(told));
  },
});

/** Compat: told in the body, as in the original, though its server or its own CORS kept them from being sent. */
const NOT_SENT: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'access-control-allow-credentials', 'access-control-allow-origin'],
]);

/** Compat: repeats of a name stand where it stood first. */
function wantedFields(exchange: Exchange, limits: HeaderLimits): Field[] {
  const byName = Map.groupBy(parsePairs(exchange.query ?? ''), ([name]) => name);
  const wanted = [...byName.values()].flat();
  for (const [name] of wanted) {
    // A second length would cut the body, or let one answer pass for two (RFC 9112 §6.3).
    if (isSameName(name, 'Content-Length'))
      throw new HttpError(400, 'Content-Length is what the body is long.');
  }
  return toChosenHeaders(wanted, limits);
}

function withoutRepeats(own: Fields, sent: Fields): Fields {
  return own.filter(
    ([name, value]) => !sent.some(([other, given]) => isSameName(name, other) && given === value),
  );
}

/** The fields as JSON, the length of that very text among them. */
function tellingItsLength(fields: Fields): string {
  for (let length = 0, text = ''; ; length = Buffer.byteLength(text)) {
    const told = toPythonJson(toScalarsOrLists([...fields, ['Content-Length', String(length)]]));
    if (told === text) return text;
    text = told;
  }
}
