import { Type } from 'typebox';
import { textResponse } from '#http/message/response.ts';
import { endpoint } from '../request/context.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const base64Encode = endpoint({
  path: '/base64/encode/{value+}',
  tag: 'Dynamic data',
  summary: 'Encodes text as URL-safe base64 with padding.',
  params: { value: Type.String({ description: 'Any text, encoded as UTF-8.' }) },
  responses: { 200: textResponse('The text in base64 (RFC 4648 §5).') },
  compare: {
    'go-httpbin': ['same', 'The URL-safe alphabet with padding.'],
  },
  examples: [
    {
      title: 'Text',
      path: '/base64/encode/sparring',
      status: 200,
      responseFields: [['Content-Length', '12']],
    },
  ],

  handle({ exchange, params }) {
    const standard = Buffer.from(params.value).toString('base64');
    exchange.send(200, UNTRUSTED_TEXT, standard.replaceAll('+', '-').replaceAll('/', '_'));
  },
});

const UNTRUSTED_TEXT = [['Content-Type', 'text/plain; charset=utf-8'], ...UNTRUSTED_CONTENT] as const;
