import { methodEndpoint, SAME_AS_POST } from '../generation/method-endpoint.ts';

export const put = methodEndpoint({
  path: '/put',
  method: 'PUT',
  compare: SAME_AS_POST,
  examples: [
    { method: 'PUT', path: '/put', fields: [['Content-Type', 'text/plain']], body: 'some text', status: 200 },
  ],
});
