import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const cookiesOf = (response: WireResponse) =>
  response.fields.filter(([name]) => name === 'Set-Cookie').map(([, value]) => value);

test('deletes each name of the query once, and redirects to the list', async (t) => {
  const server = await serve(t);
  const response = await server.get('/cookies/delete?b&a=1&b=2');
  assert.equal(response.status, 302);
  assert.equal(response.field('Location'), '/cookies');
  assert.match(response.text(), /<a href="\/cookies">/);
  const rest = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/';
  assert.deepEqual(cookiesOf(response), [`b=; ${rest}`, `a=; ${rest}`]);
});

test('deletes nothing without a query', async (t) => {
  const server = await serve(t);
  for (const path of ['/cookies/delete', '/cookies/delete?', '/cookies/delete?&&']) {
    const response = await server.get(path);
    assert.equal(response.status, 302);
    assert.deepEqual(cookiesOf(response), []);
  }
});

test('rejects an invalid name', async (t) => {
  const server = await serve(t);
  for (const query of ['a%0D%0ASet-Cookie:x', '=1', 'ok&a%3Bb', '%00']) {
    const response = await server.get(`/cookies/delete?${query}`);
    assert.equal(response.status, 400, query);
    assert.deepEqual(cookiesOf(response), []);
  }
});
