import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('json is a slide show', async (t) => {
  const server = await serve(t);
  const { slideshow } = Object((await server.get('/json')).json());
  assert.deepEqual(Object.keys(slideshow), ['author', 'date', 'slides', 'title']);
  assert.equal(slideshow.slides.length, 2);
  assert.equal(slideshow.slides[1].items.length, 2);
});

test('xml is in ASCII and says so', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/xml');
  assert.equal(answer.field('Content-Type'), 'application/xml');
  assert.match(answer.text(), /^<\?xml version='1\.0' encoding='us-ascii'\?>\n/);
  assert.ok(answer.body.every((byte) => byte < 0x80));
});

test('html has the heading that suites look for', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/html');
  assert.equal(answer.field('Content-Type'), 'text/html; charset=utf-8');
  assert.match(answer.text(), /<h1>Herman Melville - Moby-Dick<\/h1>/);
});

test('robots.txt keeps robots off deny', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/robots.txt');
  assert.equal(answer.field('Content-Type'), 'text/plain');
  assert.equal(answer.text(), 'User-agent: *\nDisallow: /deny\n');
});

test('uuid is a version 4 UUID, another each time', async (t) => {
  const server = await serve(t);
  const draw = async () => String(Object((await server.get('/uuid')).json()).uuid);
  const [one, other] = [await draw(), await draw()];
  assert.match(one, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.notEqual(one, other);
});
