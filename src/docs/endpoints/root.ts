import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { endpoint, toBaseUrls } from '../context/context.ts';
import { sendDocsPage, sendFreshPage } from '../pages/docs-page.ts';
import { homePage } from '../pages/home-page.ts';

/** The fields of a page with data of the server: nothing stores it, and other windows get no reference to it. */
const PRIVATE: Fields = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

export const home = endpoint({
  path: '/',
  tag: 'Documentation',
  summary: 'Returns the home page, with links to the reference and the guides.',
  description:
    'A browser on this machine also sees the latest bins, where it may open the control API without a token.',
  responses: {
    200: htmlResponse('A page.'),
    ...CONDITIONAL,
    400: 'The Host header is not a valid host and port.',
  },
  compare: {
    httpbin: ['better', 'Works offline, and sends the requests to this server.'],
    'go-httpbin': ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    httpbun: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    httpcan: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
    mockhttp: ['better', 'Generated from the endpoint declarations, with a curl command for each.'],
  },
  examples: [{ path: '/', status: 200, responseFields: [['Content-Type', 'text/html; charset=utf-8']] }],

  async handle({ exchange, service }) {
    const bins = (await service.latestBins?.(exchange)) ?? [];
    if (bins.length === 0) return sendDocsPage(exchange, service, '/', homePage);
    const page = homePage(service, toBaseUrls(exchange, service), bins);
    return sendFreshPage(exchange, service, '/', page, PRIVATE);
  },
});
