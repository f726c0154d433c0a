import { CONDITIONAL, sendRepresentation } from '#http/message/representation.ts';
import { textResponse } from '#http/message/response.ts';
import { buildBaseUrl, buildBaseUrls, endpoint } from '../context/context.ts';
import { llmsText } from '../pages/llms-text.ts';

export const llms = endpoint({
  path: '/llms.txt',
  tag: 'Documentation',
  summary: 'Returns the documentation as plain text.',
  responses: {
    200: textResponse('Markdown.'),
    ...CONDITIONAL,
    400: 'The Host header is not a valid host and port.',
  },
  examples: [
    { path: '/llms.txt', status: 200, responseFields: [['Content-Type', 'text/plain; charset=utf-8']] },
  ],

  async handle({ exchange, service }) {
    const origin = buildBaseUrl(exchange);
    const guides = await service.loadGuides();
    const text = await service.pages.get(`${exchange.route.template} ${origin}`, async () => ({
      fields: FIELDS,
      content: Buffer.from(llmsText(service, origin, buildBaseUrls(exchange, service), guides)),
    }));
    await sendRepresentation(exchange, text);
  },
});

const FIELDS = [
  ['Content-Type', 'text/plain; charset=utf-8'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
