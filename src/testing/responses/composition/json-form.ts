import { type Static, Type } from 'typebox';
import { invalidInput } from '#http/errors/errors.ts';
import type { Path } from '#http/message/validation.ts';
import type { Field } from '#http/syntax/fields.ts';
import { contentCodings } from '../content/content-coding.ts';
import type { DirectivePairs } from './directives.ts';

const Text = (description: string) => Type.Optional(Type.String({ description }));
const Lines = (description: string, maxItems = 64) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems })], { description }));
const Seconds = (description: string) =>
  Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.String()], { description }));

/** Header fields: an object of names with a value or a list of values, or a list of names and values. */
const HeadersForm = Type.Union(
  [
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
    Type.Array(
      Type.Unsafe<readonly [name: string, value: string]>(
        Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
      ),
      { maxItems: 64 },
    ),
  ],
  { description: 'An object of names with a value or a list of values, or a list of names and values' },
);

/** The directives of a composed response as members of an object. */
export const ResponseForm = Type.Object(
  {
    status: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'A status from 200 to 999, or a text of several with weights, such as 503:1,200:3',
      }),
    ),
    headers: Type.Optional(HeadersForm),
    cookie: Lines('A cookie with its attributes, or a list of cookies'),
    redirect: Text('The Location of a redirect. The default status is 302.'),
    json: Type.Optional(Type.Unknown({ description: 'JSON content: any value.' })),
    body: Text('Text content.'),
    base64: Text('Binary content in base64.'),
    file: Text(
      'The content of a file below the folder of the seed, or of the file of rules, that names it. Only these files can have it.',
    ),
    bytes: Type.Optional(Type.Integer({ minimum: 0, description: 'Content of this many bytes.' })),
    type: Text('The Content-Type, or `none`.'),
    charset: Type.Optional(
      Type.Enum(['utf-8', 'iso-8859-1', 'utf-16le'], { description: 'The encoding of `body`.' }),
    ),
    coding: Type.Optional(
      Type.Union(
        [
          Type.Enum([...contentCodings, 'identity']),
          Type.Array(Type.Enum([...contentCodings, 'identity']), { maxItems: 4 }),
        ],
        { description: 'A content coding, or a list of codings' },
      ),
    ),
    delay: Seconds('A number of seconds before the headers, or a text such as 200ms or 0.2..0.8'),
    pause: Seconds('A number of seconds between the headers and the content, or a text such as 200ms'),
    rate: Type.Optional(Type.Number({ minimum: 1, description: 'Bytes of content per second.' })),
    chunk: Type.Optional(Type.Integer({ minimum: 1, description: 'Size of each chunk in bytes.' })),
    dribble: Text('COUNT,SECONDS: content in so many chunks, spread over the time.'),
    fault: Text('A fault of the message or its connection, such as reset@headers.'),
    trailer: Lines('A trailer, such as `X-Sum: 1`, or a list of trailers'),
    inform: Lines('An informational response before the response, or a list of them', 20),
    expect: Text('The behaviour towards Expect: 100-continue.'),
    template: Type.Optional(
      Type.Literal(true, {
        description:
          'Replaces expressions such as `{{path.id}}` in `json`, `body`, `redirect`, `cookie` and the values of `headers` by parts of the request.',
      }),
    ),
    validators: Type.Optional(
      Type.Literal(true, {
        description:
          'Adds a strong ETag, unless `headers` has one, and answers If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, If-Range and Range. The status is 200.',
      }),
    ),
    sandbox: Type.Optional(
      Type.Literal(false, {
        description:
          'Lets browsers run the content, at the host `KEY.bin.localhost` only. At all other hosts, it is sandboxed.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The response, of the directives of `/compose`.',
  },
);

/** A step of a list of responses. */
export const StepForm = Type.Object(
  {
    ...ResponseForm.properties,
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Number of requests that get the step.' }),
    ),
    open: Seconds(
      'A number of seconds, or a text such as 500ms, by the clock of the server, for which all requests get the step, from the first one on, in place of `times`',
    ),
  },
  { additionalProperties: false, description: 'A response, and how many requests get it, or how long.' },
);

export type ResponseForm = Static<typeof ResponseForm>;
export type StepForm = Static<typeof StepForm>;

/** The directives of a response. A list repeats a directive; `json` is a value, also if it is a text. */
export function toPairs(form: Readonly<Record<string, unknown>>): DirectivePairs {
  return Object.entries(form).flatMap(([name, value]): DirectivePairs => {
    if (value === undefined) return [];
    if (name === 'json') return [[name, JSON.stringify(value)]];
    if (name === 'headers')
      return headerFields(value).map(([field, text]) => ['header', `${field}: ${text}`]);
    if (name === 'header') throw invalid('header', 'is not known (did you mean headers?)');
    return (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
      name,
      checkText(name, each),
    ]);
  });
}

/** The header fields of the JSON form. @throws HttpError 400 */
function headerFields(value: unknown): Field[] {
  return headerEntries(value).map(({ name, text }) => [name, text]);
}

/** A header field of the JSON form, and the path to its value. */
interface HeaderEntry {
  readonly name: string;
  readonly text: string;
  readonly path: Path;
}

/** @throws HttpError 400 */
export function headerEntries(value: unknown = []): HeaderEntry[] {
  const entries: [unknown, unknown, Path][] = Array.isArray(value)
    ? value.map((pair: unknown, index) => {
        const [name, text] = Array.isArray(pair) && pair.length === 2 ? pair : [];
        return [name, text, [index, 1]];
      })
    : Object.entries(Object(value)).flatMap(([name, values]) =>
        Array.isArray(values)
          ? values.map((text: unknown, index): [unknown, unknown, Path] => [name, text, [name, index]])
          : [[name, values, [name]]],
      );
  return entries.map(([name, text, path]) => {
    if (typeof name !== 'string' || typeof text !== 'string')
      throw invalid('headers', 'must be an object of names with texts, or a list of names and values');
    return { name, text, path };
  });
}

function checkText(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalid(name, 'must be text, a number, or a list of them');
}

function invalid(name: string, message: string) {
  return invalidInput([{ in: 'query', name, keyword: 'format', message }]);
}
