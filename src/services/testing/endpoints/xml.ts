import { textResponse } from '../../../http/message/response.ts';
import { slideshowXml } from '../assets/slideshow.ts';
import { endpoint } from '../context.ts';

export const xml = endpoint({
  path: '/xml',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a simple XML document.',
  responses: { 200: textResponse('A slide show.', 'application/xml') },
  compare: {
    httpbin: ['different', 'The same elements with different text.'],
    'go-httpbin': ['different', 'The same elements with different text.'],
  },
  examples: [{ path: '/xml', status: 200, answers: [['Content-Type', 'application/xml']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'application/xml']], slideshowXml);
  },
});
