import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

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
    const { sendHomePage } = await import('../pages/home-page.ts');
    await sendHomePage(exchange, service, bins);
  },
});
