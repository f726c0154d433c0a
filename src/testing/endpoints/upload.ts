import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { streamBody } from '#http/routing/endpoint.ts';
import { endpoint } from '../request/context.ts';
import { RequestView, requestView } from '../request/view.ts';

export const upload = endpoint({
  path: '/upload',
  methods: ['POST', 'PUT', 'PATCH'],
  tag: 'Request inspection',
  summary: 'Reads a body of any type, and returns its length and digest.',
  description:
    'The maximum size is `--max-upload-size` (1 GiB by default), not `--max-body-size`. Content codings are not decoded. The body is not stored.',
  body: streamBody('Any bytes.'),
  responses: {
    200: Type.Object({
      ...RequestView.properties,
      bytes_received: Type.Integer(),
      method: Type.String(),
      sha256: Type.String({ description: 'The SHA-256 of the body in hexadecimal.' }),
    }),
    400: 'The body is incomplete.',
    413: 'The body is too large.',
  },
  compare: {
    'go-httpbin': ['better', 'Has its own limit (413), and returns the digest of the body.'],
  },
  examples: [
    {
      title: 'A body, digested as it arrives',
      method: 'POST',
      path: '/upload',
      body: 'any bytes',
      status: 200,
    },
    { title: 'No body', method: 'PUT', path: '/upload?a=1', status: 200 },
  ],

  async handle({ body, exchange, service }) {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of body.chunks(service.maxUploadSize)) {
      hash.update(chunk);
      length += chunk.length;
    }
    exchange.json(200, {
      ...requestView(exchange),
      bytes_received: length,
      method: exchange.method,
      sha256: hash.digest('hex'),
    });
  },
});
