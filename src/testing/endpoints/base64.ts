import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { htmlResponse } from '#http/message/response.ts';
import { decodePythonBase64 } from '../python/base64.ts';
import { endpoint } from '../request/context.ts';
import { UNTRUSTED_CONTENT } from '../responses/headers/untrusted-content.ts';

/** Compat: the hint of httpbin. */
const HINT = 'Incorrect Base64 data try: SFRUUEJJTiBpcyBhd2Vzb21l';

export const base64 = endpoint({
  path: '/base64/{value}',
  tag: 'Dynamic data',
  summary: 'Decodes a base64-encoded string.',
  description: 'Invalid base64, or content that is not UTF-8, gets a hint with status 200.',
  params: { value: Type.String({ description: 'Base64 in either alphabet, with padding (RFC 4648).' }) },
  responses: { 200: htmlResponse('The decoded text.') },
  compare: {
    httpbin: ['better', 'The decoded content does not run in browsers.'],
    'go-httpbin': ['different', 'Invalid input gets a hint with status 200, not 400.'],
    httpbun: ['different', 'Invalid input gets a hint with status 200, not 400.'],
  },
  examples: [
    {
      title: 'Valid text',
      path: '/base64/SFRUUEJJTiBpcyBhd2Vzb21l',
      status: 200,
      responseFields: [['Content-Length', '18']],
    },
    { title: 'Not base64', path: '/base64/x', status: 200, responseFields: [['Content-Length', '51']] },
  ],

  handle({ exchange, params }) {
    const bytes = decodePythonBase64(params.value);
    exchange.send(200, UNTRUSTED_HTML, bytes && isUtf8(bytes) ? bytes : HINT);
  },
});

/** Compat: the type is HTML. */
const UNTRUSTED_HTML = [['Content-Type', 'text/html; charset=utf-8'], ...UNTRUSTED_CONTENT] as const;
