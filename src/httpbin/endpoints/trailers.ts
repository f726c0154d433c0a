import { Type } from 'typebox';
import { anyBody } from '../../http/endpoint.ts';
import { HttpError } from '../../http/errors.ts';
import type { Field } from '../../http/fields.ts';
import { parsePairs } from '../../http/query.ts';
import { rejectOriginHeader } from '../accounts-origin.ts';
import { endpoint } from '../context.ts';
import { isUnfitForTrailers } from '../field-rules.ts';
import { hasTrailers } from '../has-trailers.ts';
import { toHeaderView } from '../header-view.ts';
import { toPythonJson } from '../python-json.ts';
import { bodyView, RequestWithBody } from '../request-body.ts';
import { HeaderView, requestView } from '../request-view.ts';

export const trailers = endpoint({
  path: '/trailers',
  methods: ['GET', 'POST'],
  tag: 'Response inspection',
  summary: 'Answers with the pairs of the query as trailers, and tells those of the request.',
  description:
    'They are announced in `Trailer` and follow the body. A client of HTTP/1.0, which knows none, gets the body alone.',
  body: anyBody('A form, JSON, text or any bytes; sent in chunks it may have trailers.'),
  responses: {
    200: Type.Object({ ...RequestWithBody.properties, trailers: HeaderView }),
    400: 'Such a field cannot be a trailer.',
    403: 'Such a field would change the origin of the sign-in pages.',
  },
  compare: {
    'go-httpbin': ['better', 'Returns the trailers of the request too.'],
  },
  examples: [
    { path: '/trailers?X-Checksum=abc&X-Took=12', status: 200, answers: [['Trailer', 'X-Checksum, X-Took']] },
    { method: 'POST', path: '/trailers?X-Checksum=abc', body: 'some text', status: 200 },
    { path: '/trailers?Content-Length=3', status: 400 },
  ],

  async handle({ exchange, body, service }) {
    const wanted = parsePairs(exchange.query ?? '');
    for (const field of wanted) {
      rejectUnfit(field);
      rejectOriginHeader(field[0], service);
    }
    const picture = {
      ...requestView(exchange),
      ...bodyView(exchange, body),
      trailers: toHeaderView(exchange.request.rawTrailers),
    };
    if (wanted.length === 0 || !hasTrailers(exchange)) return exchange.json(200, picture);
    const names = [...new Set(wanted.map(([name]) => name))].join(', ');
    const head = [
      ['Content-Type', 'application/json'],
      ['Trailer', names],
    ] as const;
    await exchange.stream(200, head, once(toPythonJson(picture)), () => wanted);
  },
});

function rejectUnfit([name, value]: Field): void {
  const isField = /^[\w!#$%&'*+\-.^`|~]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value);
  if (!isField) throw new HttpError(400, 'A header field cannot carry such a name or value.');
  if (isUnfitForTrailers(name)) throw new HttpError(400, `${name} cannot be a trailer (RFC 9110 §6.5.1).`);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
