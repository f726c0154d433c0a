import { Type } from 'typebox';
import { notFound } from '#http/errors/errors.ts';
import { CONDITIONAL } from '#http/message/representation.ts';
import { htmlResponse } from '#http/message/response.ts';
import { endpoint } from '../context/context.ts';

const INVALID_HOST = 'The Host header is not a valid host and port.';

export const guides = endpoint({
  path: '/docs/guides',
  tag: 'Documentation',
  summary: 'Returns the list of the guides.',
  responses: { 200: htmlResponse('A page.'), ...CONDITIONAL, 400: INVALID_HOST },
  examples: [
    { path: '/docs/guides', status: 200, responseFields: [['Content-Type', 'text/html; charset=utf-8']] },
  ],

  async handle({ exchange, service }) {
    const { sendGuideIndex } = await import('../pages/guide-pages.ts');
    await sendGuideIndex(exchange, service, await service.loadGuides());
  },
});

export const guide = endpoint({
  path: '/docs/guides/{guide}',
  tag: 'Documentation',
  summary: 'Returns a guide.',
  params: { guide: Type.String({ description: 'Name of the guide, such as `control`.' }) },
  responses: {
    200: htmlResponse('A page.'),
    ...CONDITIONAL,
    400: INVALID_HOST,
    404: 'There is no such guide.',
  },
  examples: [
    {
      title: 'A guide',
      path: '/docs/guides/control',
      status: 200,
      responseFields: [['Content-Type', 'text/html; charset=utf-8']],
    },
    { title: 'A guide that does not exist', path: '/docs/guides/unknown', status: 404 },
  ],

  async handle({ params, exchange, service }) {
    const all = await service.loadGuides();
    const found = all.find(({ name }) => name === params.guide);
    if (!found) throw notFound();
    const { sendGuide } = await import('../pages/guide-pages.ts');
    await sendGuide(exchange, service, found, all);
  },
});
