import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

// How a file of each kind begins, with its width and height where the kind has them at a fixed place.
const KINDS = [
  ['/image/jpeg', 'image/jpeg', 'ffd8ff'],
  ['/image/png', 'image/png', `89504e470d0a1a0a0000000d49484452${'000001e0'}${'00000140'}`],
  ['/image/svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"').toString('hex')],
  ['/image/webp', 'image/webp', '52494646'],
] as const;

test('each image is of its kind, small, and has its length on HEAD too', async (t) => {
  const server = await serve(t);
  for (const [path, type, start] of KINDS) {
    const answer = await server.get(path);
    assert.equal(answer.field('Content-Type'), type);
    assert.ok(answer.body.toString('hex').startsWith(start), path);
    assert.ok(answer.body.length < 12_500, path);
    const head = await server.send({ method: 'HEAD', path });
    assert.equal(head.field('Content-Length'), String(answer.body.length));
  }
});

test('a kind that is not there is 404', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/image/gif')).status, 404);
});
