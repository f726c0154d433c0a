import { Type } from 'typebox';
import { parseEntityTags } from '../../http/entity-tag.ts';
import { emptyResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { RequestView, requestView } from '../request-view.ts';

export const etag = endpoint({
  path: '/etag/{etag}',
  methods: ['GET'],
  tag: 'Response inspection',
  summary: 'Answers as a resource whose current entity tag is the one in the path.',
  params: { etag: Type.String({ description: 'The opaque tag, without quotes.' }) },
  responses: {
    200: RequestView,
    304: 'The tag is among those of If-None-Match.',
    412: emptyResponse('The tag is not among those of If-Match.'),
  },
  examples: [
    { path: '/etag/abc', status: 200, answers: [['ETag', 'abc']] },
    { path: '/etag/abc', fields: [['If-None-Match', '"abc"']], status: 304, answers: [['ETag', 'abc']] },
    { path: '/etag/abc', fields: [['If-Match', '"other"']], status: 412 },
  ],

  handle({ params, exchange }) {
    // Compat: without the quotes that an entity tag should have.
    const tag = [['ETag', params.etag]] as const;
    const unwanted = parseEntityTags(exchange.field('If-None-Match'));
    const wanted = parseEntityTags(exchange.field('If-Match'));
    const isAmong = (tags: readonly string[]) => tags.includes(params.etag) || tags.includes('*');

    // Compat: If-None-Match wins over If-Match, against the order of RFC 9110 §13.2.2.
    if (isAmong(unwanted)) return exchange.empty(304, tag);
    if (unwanted.length === 0 && wanted.length > 0 && !isAmong(wanted)) {
      return exchange.empty(412, [['Content-Type', 'text/html; charset=utf-8']]);
    }
    exchange.json(200, requestView(exchange), tag);
  },
});
