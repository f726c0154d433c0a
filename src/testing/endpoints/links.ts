import { Type } from 'typebox';
import { htmlResponse, redirectResponse } from '#http/message/response.ts';
import { redirect } from '../generation/redirects.ts';
import { endpoint } from '../request/context.ts';

const MAX_LINKS = 200;

export const links = endpoint({
  path: '/links/{n}',
  tag: 'Dynamic data',
  summary: 'Redirects to the first of n linked pages.',
  params: { n: Type.Integer({ description: 'Number of pages.' }) },
  responses: { 302: redirectResponse('A page that links to the first page.') },
  compare: {
    httpbin: ['same', 'Redirects to the first page.'],
    'go-httpbin': ['different', 'Numbers above the limit are reduced to it.'],
    httpbun: ['better', 'The number is bounded.'],
  },
  examples: [
    { title: 'The first page', path: '/links/5', status: 302, responseFields: [['Location', '/links/5/0']] },
  ],

  handle({ params, exchange }) {
    // Larger integers are not exact, and every page has at most 200 links.
    redirect(exchange, `/links/${Math.min(params.n, Number.MAX_SAFE_INTEGER)}/0`);
  },
});

export const linksOffset = endpoint({
  path: '/links/{n}/{offset}',
  tag: 'Dynamic data',
  summary: 'Returns a page with links to n similar pages.',
  description: 'From 1 to 200 links; the number of the page itself is not a link.',
  params: {
    n: Type.Integer({ description: 'Number of pages.' }),
    offset: Type.Integer({ description: 'Number of the page, from 0.' }),
  },
  responses: { 200: htmlResponse('The page.') },
  compare: {
    httpbin: ['same', 'The same bytes.'],
    'go-httpbin': ['different', 'Quotes and spaces of the page are those of httpbin.'],
    httpcan: ['different', 'Quotes and spaces of the page are those of httpbin.'],
    httpbun: ['better', 'The number is bounded.'],
  },
  examples: [
    {
      title: 'A page with links to four others',
      path: '/links/5/2',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
  ],

  handle({ params, exchange }) {
    const count = Math.min(Math.max(1, params.n), MAX_LINKS);
    const items = Array.from({ length: count }, (_, index) =>
      index === params.offset
        ? `${index} `
        : `<a href='${exchange.base}/links/${count}/${index}'>${index}</a> `,
    );
    // Compat: the bytes that client test suites count or parse.
    const page = `<html><head><title>Links</title></head><body>${items.join('')}</body></html>`;
    exchange.send(200, [['Content-Type', 'text/html; charset=utf-8']], page);
  },
});
