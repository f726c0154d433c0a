import { test } from 'node:test';
import { assertAnswersLikePost } from '#test/support/servers/body-endpoints.ts';
import { serve } from '#test/support/servers/serve.ts';

test('/put returns the body of a PUT request as /post does, and rejects other methods', async (t) => {
  await assertAnswersLikePost(await serve(t), 'PUT', '/put');
});
