import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Field } from '#http/syntax/fields.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { formatPythonJson } from '../python/json.ts';
import { bodyView, echoedBody, RequestWithBody } from '../request/body.ts';
import { endpoint } from '../request/context.ts';
import { toHeaderView } from '../request/header-view.ts';
import { HeaderView, requestView } from '../request/view.ts';
import { rejectOriginHeader } from '../responses/headers/accounts-origin.ts';
import { canSendTrailers, isForbiddenInTrailers } from '../responses/headers/client-headers.ts';

export const trailers = endpoint({
  path: '/trailers',
  methods: ['GET', 'POST'],
  tag: 'Response inspection',
  summary: 'Returns the request with its trailers, and sends the query as trailers.',
  description: 'The `Trailer` header announces the trailers. HTTP/1.0 clients get no trailers.',
  body: echoedBody('A form, JSON, text or any bytes; a chunked body may have trailers.'),
  responses: {
    200: Type.Object({ ...RequestWithBody.properties, trailers: HeaderView }),
    400: 'A trailer is invalid.',
    403: 'A trailer would affect the sign-in pages.',
  },
  compare: {
    'go-httpbin': ['better', 'Returns the trailers of the request too.'],
  },
  examples: [
    {
      title: 'Two trailers',
      path: '/trailers?X-Checksum=abc&X-Took=12',
      status: 200,
      responseFields: [['Trailer', 'X-Checksum, X-Took']],
    },
    {
      title: 'With a body',
      method: 'POST',
      path: '/trailers?X-Checksum=abc',
      body: 'some text',
      status: 200,
    },
    { title: 'A field that cannot be a trailer', path: '/trailers?Content-Length=3', status: 400 },
  ],

  async handle({ exchange, body, service }) {
    const requested = parsePairs(exchange.query ?? '');
    for (const field of requested) {
      rejectForbidden(field);
      rejectOriginHeader(field[0], service);
    }
    const content = {
      ...requestView(exchange),
      ...bodyView(exchange, body),
      trailers: toHeaderView(exchange.wire.body.trailers),
    };
    if (requested.length === 0 || !canSendTrailers(exchange)) return exchange.json(200, content);
    const names = [...new Set(requested.map(([name]) => name))].join(', ');
    const head = [
      ['Content-Type', 'application/json'],
      ['Trailer', names],
    ] as const;
    await exchange.stream(200, head, once(formatPythonJson(content)), () => requested);
  },
});

function rejectForbidden([name, value]: Field): void {
  const isField = /^[\w!#$%&'*+\-.^`|~]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value);
  if (!isField) throw new HttpError(400, 'The name or value of a trailer is invalid.');
  if (isForbiddenInTrailers(name)) throw new HttpError(400, `${name} cannot be a trailer (RFC 9110 §6.5.1).`);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
