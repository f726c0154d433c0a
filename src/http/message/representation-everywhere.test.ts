import { test } from 'node:test';
import { assertCompressed, assertIfMatch, PATHS } from '#test/support/servers/representations.ts';
import { serve } from '#test/support/servers/serve.ts';

// `representation.test.ts` has a path of each kind.
test('all content has the coding that the client prefers', async (t) => {
  const server = await serve(t);
  for (const path of PATHS) await assertCompressed(server, path);
});

test('If-Match is compared strongly with the selected coding of all content, before If-None-Match', async (t) => {
  const server = await serve(t, { h2c: true });
  for (const path of PATHS) await assertIfMatch(server, path);
});
