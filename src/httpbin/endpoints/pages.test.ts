import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('deny is plain text, and small enough for a terminal', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/deny');
  assert.equal(answer.field('Content-Type'), 'text/plain');
  // Client suites look for this sentence of the original.
  assert.match(answer.text(), /YOU SHOULDN'T BE HERE/);
  for (const line of answer.text().split('\n')) assert.ok(line.length < 80 && /^[ -~]*$/.test(line));
});

test('the form has the fields that suites fill in, and goes to /post', async (t) => {
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

test('the page of UTF-8 is valid, and has characters of every length', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/encoding/utf8');
  assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  assert.ok(isUtf8(answer.body));
  const lengths = new Set(Array.from(answer.text(), (character) => Buffer.byteLength(character)));
  assert.deepEqual([...lengths].sort(), [1, 2, 3, 4]);
  assert.doesNotMatch(answer.text(), /&\w+;/);
});
