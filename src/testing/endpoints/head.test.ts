import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns the headers of /get for HEAD, and rejects other methods', async (t) => {
  const server = await serve(t);
  const response = await server.send({ method: 'HEAD', path: '/head?a=1' });
  const twin = await server.get('/get?a=12');
  assert.deepEqual([response.status, response.text()], [200, '']);
  assert.equal(
    response.field('Content-Length'),
    String(twin.body.length - 1 + '/head'.length - '/get'.length - 1),
  );
  for (const method of ['GET', 'POST']) {
    const refused = await server.send({ method, path: '/head' });
    assert.deepEqual([refused.status, refused.field('Allow')], [405, 'HEAD, OPTIONS'], method);
  }
});
