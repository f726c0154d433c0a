import type { Endpoint } from '#http/routing/endpoint.ts';
import { openApi } from './openapi-json.ts';

/** `/openapi.json` at the path that httpbin uses. */
export const spec: Endpoint = {
  ...openApi,
  path: '/spec.json',
  summary: 'Returns the OpenAPI 3.1 document of the testing service, at the path that httpbin uses.',
  description:
    'The document of httpbin is Swagger 2.0, and names the host of the public instance. This one is OpenAPI 3.1, and names this server.',
  compare: {
    httpbin: ['better', 'OpenAPI 3.1 of this server instead of Swagger 2.'],
  },
  examples: [{ path: '/spec.json', status: 200, responseFields: [['Content-Type', 'application/json']] }],
};
