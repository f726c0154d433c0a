import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns the body with its type', async (t) => {
  const server = await serve(t);
  const body = Buffer.from([0, 0xff, 13, 10]);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const fields = [['content-type', 'Image/X; a="\xe9"']] as const;
    const response = await server.send({ method, path: '/payload', fields, body });
    assert.deepEqual([response.status, response.body], [200, body], method);
    assert.equal(response.field('Content-Type'), 'Image/X; a="\xe9"');
  }
  const untyped = await server.send({ method: 'POST', path: '/payload', body });
  assert.equal(untyped.field('Content-Type'), 'application/octet-stream');
  assert.equal((await server.get('/payload')).text(), '');
});

test('sandboxes HTML', async (t) => {
  const server = await serve(t);
  const fields = [['Content-Type', 'text/html']] as const;
  const response = await server.send({
    method: 'POST',
    path: '/payload',
    fields,
    body: '<script>x</script>',
  });
  assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
  assert.equal(response.field('Content-Security-Policy'), 'sandbox');
});
