import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/forms/post has the fields that client test suites fill in, and submits to /post', async (t) => {
  const server = await serve(t);
  const page = (await server.get('/forms/post')).text();
  assert.match(page, /<form method="post" action="\/post">/);
  const names = new Set(Array.from(page.matchAll(/ name="(\w+)"/g), ([, name]) => name));
  names.delete('viewport');
  assert.deepEqual(
    [...names],
    ['custname', 'custtel', 'custemail', 'size', 'topping', 'delivery', 'comments'],
  );
  const valuesOf = (name: string) =>
    Array.from(page.matchAll(new RegExp(` name="${name}" value="(\\w+)"`, 'g')), ([, value]) => value);
  assert.deepEqual(valuesOf('size'), ['small', 'medium', 'large']);
  assert.deepEqual(valuesOf('topping'), ['bacon', 'cheese', 'onion', 'mushroom']);
});
