import { test } from 'node:test';
import { assertAnswersLikePost } from '../../../../test/support/body-endpoints.ts';
import { serve } from '../../../../test/support/serve.ts';

test('/put returns the body of a PUT request as /post does, and rejects other methods', async (t) => {
  await assertAnswersLikePost(await serve(t), 'PUT', '/put');
});
