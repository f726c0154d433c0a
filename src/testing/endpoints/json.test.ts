import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('/json returns the slide show', async (t) => {
  const server = await serve(t);
  const { slideshow } = Object((await server.get('/json')).json());
  assert.deepEqual(Object.keys(slideshow), ['author', 'date', 'slides', 'title']);
  assert.equal(slideshow.slides.length, 2);
  assert.equal(slideshow.slides[1].items.length, 2);
});
