import { type Static, type TObject, Type } from 'typebox';
import { invalidInput } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { compileParameters } from '#http/routing/parameters.ts';
import { percentDecodeUtf8 } from '#http/syntax/percent.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { contentCodings } from '../content/content-coding.ts';

const lines = (description: string) => Type.Array(Type.String(), { maxItems: 64, default: [], description });
const text = (description: string) => Type.Optional(Type.String({ description }));

/** The directives of a composed response. */
export const composeDirectives = {
  status: text('A status from 200 to 999, or several with weights, such as `503:1,200:3`. Default 200.'),
  header: lines('A header, such as `Retry-After: 3`. Repeatable; case and order are preserved.'),
  cookie: lines('A cookie with its attributes, such as `id=1; Path=/; HttpOnly`. Repeatable.'),
  redirect: text(
    'The `Location` of a redirect. The default status is 302. With `fault=location:utf8` or `location:latin1`, its characters are not percent-encoded.',
  ),
  body: text('Text content.'),
  json: text('JSON content.'),
  base64: text('Binary content in base64, in either alphabet, with or without padding.'),
  bytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Content of this many bytes: the letters from a to z, repeated.',
    }),
  ),
  type: text('The `Content-Type`, or `none`. The default depends on the content.'),
  charset: Type.Optional(
    Type.Enum(['utf-8', 'iso-8859-1', 'utf-16le'], { description: 'The encoding of `body`.' }),
  ),
  coding: Type.Array(Type.Enum([...contentCodings, 'identity']), {
    maxItems: 4,
    default: [],
    description: 'A content coding. Repeatable; codings apply in order.',
  }),
  delay: text(
    'Seconds before the headers: a number, a text such as `200ms`, a range such as `0.2..0.8`, or `~MEDIAN,SIGMA[,CAP]` of a lognormal distribution, such as `~0.2,0.4,2`.',
  ),
  pause: text('Seconds between the headers and the content: a number, or a text such as `200ms`.'),
  dribble: text(
    '`COUNT,SECONDS`: content in up to so many chunks of equal size, spread over the time; the response has no `Content-Length`.',
  ),
  rate: Type.Optional(Type.Number({ minimum: 1, description: 'Bytes of content per second.' })),
  chunk: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Size of each chunk in bytes; the response has no `Content-Length`.',
    }),
  ),
  inform: Type.Array(Type.String(), {
    maxItems: 20,
    default: [],
    description:
      'An informational response before the response, such as `103;Link: </a.css>; rel=preload@0.5`: a status, headers, and the seconds before it. Repeatable.',
  }),
  expect: text(
    'The behaviour towards `Expect: 100-continue`: `continue`, `late:SECONDS`, `never`, `refuse`, `final:STATUS`, `after-body`, `twice` or `with-length`.',
  ),
  fault: text(
    'A fault of the message or its connection, such as `reset@headers`, `truncate@3` or `length:less-2`: KIND[:ARGUMENT][@PLACE][,OPTION].',
  ),
  trailer: lines('A trailer, such as `X-Checksum: 1`. Repeatable; the response has no `Content-Length`.'),
};

/** The directives, compiled. */
export const composeParameters = compileParameters(composeDirectives);

export type Directives = Static<TObject<typeof composeDirectives>>;

/** Names and values of directives, in order. */
export type DirectivePairs = [name: string, value: string][];

/** The segment after which path and query are ignored. */
const END = 'end';

/**
 * Splits a path into the segments of directives, and those after `end`; undefined without it. The path is split before it is
 * decoded, so that `%2F` is part of a value.
 * @param prefix number of segments before the directives.
 */
export function splitDirectives(
  path: string,
  prefix: number,
): { readonly directives: readonly string[]; readonly rest: readonly string[] | undefined } {
  let text = path.slice(1);
  for (let index = 0; index < prefix; index++) text = text.replace(/^[^/]*?(?:\/|%2f)/i, '');
  const segments = text.split('/');
  const end = segments.indexOf(END);
  return end < 0
    ? { directives: segments, rest: undefined }
    : { directives: segments.slice(0, end), rest: segments.slice(end + 1) };
}

/**
 * The directives of `/compose/status=503/delay=1?pause=1`, with those of the query last. Segments after `/end` are ignored.
 * @param prefix number of segments before the directives.
 * @throws HttpError 400 for a segment that is not a directive.
 */
export function pathDirectives(exchange: Pick<Exchange, 'path' | 'query'>, prefix = 1): DirectivePairs {
  const { directives, rest } = splitDirectives(exchange.path, prefix);
  const pairs = parseDirectivePairs(directives);
  return rest ? pairs : [...pairs, ...parsePairs(exchange.query ?? '')];
}

/** @throws HttpError 400 for a segment that is not a directive. */
export function parseDirectivePairs(segments: readonly string[]): DirectivePairs {
  return segments.filter((segment) => segment !== '').map(parsePair);
}

function parsePair(segment: string): [string, string] {
  const equals = segment.indexOf('=');
  if (equals >= 0)
    return [percentDecodeUtf8(segment.slice(0, equals)), percentDecodeUtf8(segment.slice(equals + 1))];
  const message = 'must be a directive with its value, such as status=503, or end';
  throw invalidInput([{ in: 'path', name: percentDecodeUtf8(segment), keyword: 'format', message }]);
}
