import { methodEndpoint } from '../generation/method-endpoint.ts';

export const post = methodEndpoint({
  path: '/post',
  method: 'POST',
  compare: {
    httpbin: ['same', 'Forms, files, text, bytes and any JSON that Python parses give the same content.'],
    'go-httpbin': ['different', '`data` is empty for a form, and `json` is null for invalid JSON.'],
    httpbun: ['different', 'Bodies are not truncated at 10,000 bytes; a file is only its content.'],
    httpcan: ['different', 'JSON of any type is parsed, bytes are kept, and a file is only its content.'],
    mockhttp: ['different', 'Forms and multipart bodies are parsed too.'],
    'Postman Echo': ['different', '`data` is the text of the body, and no cookie is set.'],
  },
  examples: [
    {
      title: 'A form with a repeated name',
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'size=large&topping=bacon&topping=cheese',
      status: 200,
    },
    {
      title: 'JSON with a large number',
      method: 'POST',
      path: '/post?a=1',
      fields: [['Content-Type', 'application/json']],
      body: '{"big": 12345678901234567890}',
      status: 200,
    },
  ],
});
