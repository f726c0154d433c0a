import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { AnyContent } from '#http/message/response.ts';
import { dispositionOf, type Part, partField, splitMultipart } from '#http/syntax/multipart.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { echoedBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const PartView = Type.Object({
  name: TextOrNull,
  filename: TextOrNull,
  type: TextOrNull,
  headers: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  size: Type.Integer(),
  sha256: Type.String(),
  text: Type.Optional(Type.String()),
  base64: Type.Optional(Type.String()),
});

const BODY = [
  '--sparring',
  'Content-Disposition: form-data; name="greeting"',
  '',
  'hello',
  '--sparring',
  'Content-Disposition: form-data; name="image"; filename="dot.gif"',
  'Content-Type: image/gif',
  '',
  'GIF89a',
  '--sparring--',
  '',
].join('\r\n');

export const multipart = endpoint({
  path: '/multipart',
  methods: ['POST', 'PUT'],
  tag: 'Request inspection',
  summary: 'Returns the headers, size, digest and content of every part of a multipart body.',
  description: 'Parts are in order, with repeats. `text` is content in UTF-8; other content is in `base64`.',
  body: echoedBody('Any type of multipart body.', {
    'multipart/form-data': Type.Record(Type.String(), AnyContent),
  }),
  responses: {
    200: Type.Object({ parts: Type.Array(PartView) }),
    400: 'The body does not match its Content-Type.',
    413: 'The body is too large, or has too many parts.',
    415: 'The Content-Type is not multipart.',
  },
  compare: {
    httpbun: ['better', 'A separate path; `files` stays a map of strings.', '/post with parts'],
    httpcan: ['better', 'A separate path; `files` stays a map of strings.', '/post with parts'],
  },
  examples: [
    {
      title: 'One part',
      method: 'POST',
      path: '/multipart',
      fields: [['Content-Type', 'multipart/form-data; boundary=sparring']],
      body: BODY,
      status: 200,
    },
    {
      title: 'Another boundary than in the body',
      method: 'POST',
      path: '/multipart',
      fields: [['Content-Type', 'multipart/form-data; boundary=other']],
      body: BODY,
      status: 400,
    },
    { title: 'Not multipart', method: 'PUT', path: '/multipart', body: 'a=1', status: 415 },
  ],

  handle({ exchange, body }) {
    const { value, parameters } = parseParameterised(exchange.field('Content-Type') ?? '');
    if (!value.startsWith('multipart/')) throw new HttpError(415, 'The Content-Type is not multipart.');
    const boundary = parameters.get('boundary');
    if (!boundary) throw new HttpError(400, 'The Content-Type has no boundary.');
    const parts = splitMultipart(body, boundary);
    if (!parts) throw new HttpError(400, 'The body is not delimited by its boundary.');
    exchange.json(200, { parts: parts.map(toView) });
  },
});

function toView(part: Part) {
  const { fields, content } = part;
  const disposition = dispositionOf(part);
  const encoded = isUtf8(content)
    ? { text: content.toString('utf8') }
    : { base64: content.toString('base64') };
  return {
    name: disposition?.name ?? null,
    filename: disposition?.filename ?? null,
    type: partField(part, 'Content-Type') ?? null,
    headers: fields,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...encoded,
  };
}
