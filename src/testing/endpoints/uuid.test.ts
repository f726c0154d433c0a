import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/uuid returns a different version 4 UUID each time', async (t) => {
  const server = await serve(t);
  const draw = async () => String(Object((await server.get('/uuid')).json()).uuid);
  const [one, other] = [await draw(), await draw()];
  assert.match(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.notEqual(one, other);
});
