import { methodEndpoint, SAME_AS_POST } from '../generation/method-endpoint.ts';

export const patch = methodEndpoint({
  path: '/patch',
  method: 'PATCH',
  compare: SAME_AS_POST,
  examples: [
    {
      method: 'PATCH',
      path: '/patch',
      fields: [['Content-Type', 'application/json']],
      body: '[1, 2.0]',
      status: 200,
    },
  ],
});
