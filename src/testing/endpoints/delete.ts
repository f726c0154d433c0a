import { methodEndpoint, SAME_AS_POST } from '../generation/method-endpoint.ts';

export const deleteEndpoint = methodEndpoint({
  path: '/delete',
  method: 'DELETE',
  compare: SAME_AS_POST,
  examples: [{ method: 'DELETE', path: '/delete?a=1', status: 200 }],
});
