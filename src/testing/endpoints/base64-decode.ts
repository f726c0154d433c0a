import { Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { anyResponse } from '#http/message/response.ts';
import { endpoint } from '../request/context.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

export const base64Decode = endpoint({
  path: '/base64/decode/{value+}',
  tag: 'Dynamic data',
  summary: 'Decodes base64 in either alphabet, with or without padding.',
  params: { value: Type.String({ description: 'Base64 (RFC 4648) of any bytes.' }) },
  query: {
    'content-type': Type.String({
      description: 'The `Content-Type` of the response. Browsers never run the content.',
      default: 'text/plain; charset=utf-8',
    }),
  },
  responses: { 200: anyResponse('The decoded bytes.'), 400: 'Invalid base64.' },
  compare: {
    'go-httpbin': ['better', 'Sends the requested type unescaped; the content does not run in browsers.'],
  },
  examples: [
    {
      title: 'Text',
      path: '/base64/decode/c3BhcnJpbmc=',
      status: 200,
      responseFields: [['Content-Length', '8']],
    },
    {
      title: 'JSON, with its type',
      path: '/base64/decode/eyJhIjoxfQ?content-type=application/json',
      status: 200,
      responseFields: [['Content-Type', 'application/json']],
    },
    { title: 'Not base64', path: '/base64/decode/!', status: 400 },
  ],

  handle({ exchange, params, query }) {
    const { value } = params;
    const digits = value.replace(/={1,2}$/, '');
    const isPadded = digits === value || value.length % 4 === 0;
    if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1 || !isPadded) {
      throw new HttpError(400, 'This is not base64 of RFC 4648.');
    }
    // Node reads both alphabets.
    exchange.send(
      200,
      [['Content-Type', query['content-type']], ...UNTRUSTED_CONTENT],
      Buffer.from(digits, 'base64'),
    );
  },
});
