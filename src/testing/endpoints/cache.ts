import { Type } from 'typebox';
import { formatHttpDate } from '#http/syntax/http-date.ts';
import { endpoint } from '../request/context.ts';
import { RequestView, requestView } from '../request/view.ts';

export const cache = endpoint({
  path: '/cache',
  tag: 'Response inspection',
  summary: 'Returns 304 when the request has any If-Modified-Since or If-None-Match.',
  responses: { 200: RequestView, 304: 'The request was conditional.' },
  compare: {
    httpbin: ['same', 'Any condition gets 304.'],
    'go-httpbin': ['better', 'Sends `Last-Modified` as an HTTP date.'],
    httpbun: ['better', 'Sends `Last-Modified` as an HTTP date.'],
  },
  examples: [
    {
      title: 'The first request',
      path: '/cache',
      status: 200,
      responseFields: [
        ['Last-Modified', / GMT$/],
        ['ETag', /^[0-9a-f]{32}$/],
      ],
    },
    { title: 'Not modified', path: '/cache', fields: [['If-None-Match', '"abc"']], status: 304 },
  ],

  handle({ exchange, service }) {
    const isConditional =
      exchange.field('If-Modified-Since') !== undefined || exchange.field('If-None-Match') !== undefined;
    if (isConditional) return exchange.empty(304);
    exchange.json(200, requestView(exchange), [
      ['Last-Modified', formatHttpDate(service.runtime.now())],
      // Compat: the entity tag has no quotes.
      ['ETag', service.runtime.uuid().replaceAll('-', '')],
    ]);
  },
});

export const cacheFor = endpoint({
  path: '/cache/{n}',
  tag: 'Response inspection',
  summary: 'Sets a Cache-Control header with a maximum age of n seconds.',
  params: {
    n: Type.Integer({
      description: 'Seconds.',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  },
  responses: { 200: RequestView, 400: 'n is too large.' },
  compare: {
    httpbin: ['same', 'A value that is not a number gets 404.'],
    httpbun: ['different', 'The content is that of `/get`.'],
    'go-httpbin': ['different', 'A value that is not a number gets 404, not 400.'],
  },
  examples: [
    {
      title: 'Fresh for a minute',
      path: '/cache/60',
      status: 200,
      responseFields: [['Cache-Control', 'public, max-age=60']],
    },
  ],

  handle({ params, exchange }) {
    exchange.json(200, requestView(exchange), [['Cache-Control', `public, max-age=${params.n}`]]);
  },
});
