import { Type } from 'typebox';
import { requestCookies } from '#http/message/cookies.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { endpoint } from '../request/context.ts';

export const cookies = endpoint({
  path: '/cookies',
  tag: 'Cookies',
  summary: 'Returns the cookies of the request.',
  responses: { 200: Type.Object({ cookies: Type.Record(Type.String(), Type.String()) }) },
  compare: {
    httpbin: ['same', 'The first cookie of a name counts.'],
    httpbun: ['same', 'The first cookie of a name counts.'],
    'go-httpbin': ['different', 'The first cookie of a name counts, not the last.'],
    mockhttp: ['different', 'The member is `cookies`, and GET sets cookies.'],
  },
  examples: [
    {
      title: 'Two cookies',
      path: '/cookies',
      fields: [['Cookie', 'flavour=oatmeal; size=large']],
      status: 200,
    },
    { title: 'No cookies', path: '/cookies', status: 200 },
  ],

  handle({ exchange }) {
    const found = requestCookies(exchange);
    const isAll = parsePairs(exchange.query ?? '').some(([name]) => name === 'show_env');
    if (!isAll) for (const name of ANALYTICS_COOKIES) found.delete(name);
    exchange.json(200, { cookies: found });
  },
});

/** Compat: cookies of the analytics on httpbin.org, which httpbin hides. */
const ANALYTICS_COOKIES = [
  '__utma',
  '__utmb',
  '__utmz',
  '_gauges_unique',
  '_gauges_unique_day',
  '_gauges_unique_hour',
  '_gauges_unique_month',
  '_gauges_unique_year',
];
