import { Type } from 'typebox';
import { slideshow } from '../assets/slideshow.ts';
import { endpoint } from '../request/context.ts';

export const json = endpoint({
  path: '/json',
  tag: 'Response formats',
  summary: 'Returns a simple JSON document.',
  responses: { 200: Type.Object({ slideshow: Type.Object({ title: Type.String() }) }) },
  compare: {
    httpbin: ['same', 'The same slides.'],
    'go-httpbin': ['same', 'The same slides.'],
  },
  examples: [{ path: '/json', status: 200, responseFields: [['Content-Type', 'application/json']] }],

  handle({ exchange }) {
    exchange.json(200, slideshow);
  },
});
