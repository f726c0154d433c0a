import { Type } from 'typebox';
import { emptyResponse } from '#http/message/response.ts';
import { parseEntityTags } from '#http/syntax/entity-tag.ts';
import { endpoint } from '../request/context.ts';
import { RequestView, requestView } from '../request/view.ts';

export const etag = endpoint({
  path: '/etag/{etag}',
  tag: 'Response inspection',
  summary: 'Returns the request, and evaluates conditions against the entity tag in the path.',
  params: { etag: Type.String({ description: 'The opaque tag, without quotes.' }) },
  responses: {
    200: RequestView,
    304: 'If-None-Match contains the tag.',
    412: emptyResponse('If-Match does not contain the tag.'),
  },
  compare: {
    httpbin: ['same', 'The tag has no quotes, and `If-None-Match` takes precedence.'],
    'go-httpbin': ['different', 'The tag has no quotes, because client test suites assert that.'],
    httpcan: ['different', 'The tag has no quotes, because client test suites assert that.'],
    httpbun: ['better', 'Sends the tag, and supports `If-Match`.'],
  },
  examples: [
    { title: 'The entity tag', path: '/etag/abc', status: 200, responseFields: [['ETag', 'abc']] },
    {
      title: 'Not modified',
      path: '/etag/abc',
      fields: [['If-None-Match', '"abc"']],
      status: 304,
      responseFields: [['ETag', 'abc']],
    },
    { title: 'Another entity tag', path: '/etag/abc', fields: [['If-Match', '"other"']], status: 412 },
  ],

  handle({ params, exchange }) {
    // Compat: the entity tag has no quotes.
    const tag = [['ETag', params.etag]] as const;
    const unwanted = parseEntityTags(exchange.field('If-None-Match'));
    const required = parseEntityTags(exchange.field('If-Match'));
    const isAmong = (tags: readonly string[]) => tags.includes(params.etag) || tags.includes('*');

    // Compat: If-None-Match takes precedence over If-Match, unlike RFC 9110 §13.2.2.
    if (isAmong(unwanted)) return exchange.empty(304, tag);
    if (unwanted.length === 0 && required.length > 0 && !isAmong(required)) {
      return exchange.empty(412, [['Content-Type', 'text/html; charset=utf-8']]);
    }
    exchange.json(200, requestView(exchange), tag);
  },
});
