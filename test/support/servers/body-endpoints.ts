import assert from 'node:assert/strict';
import type { TestServer } from './serve.ts';

/** Asserts that a path returns the same content as `/post`, for its own method only. */
export async function assertAnswersLikePost(server: TestServer, method: string, path: string): Promise<void> {
  const fields = [
    ['Host', 'h'],
    ['Content-Type', 'application/json'],
  ] as const;
  const posted = await server.send({ method: 'POST', path: '/post?a=1', fields, body: '{"b": [2]}' });
  const response = await server.send({ method, path: `${path}?a=1`, fields, body: '{"b": [2]}' });
  assert.equal(response.status, 200);
  assert.equal(response.text(), posted.text().replace('/post', path));
  const rejected = await server.send({ method: 'POST', path });
  assert.equal(rejected.status, 405);
  assert.equal(rejected.field('Allow'), `${method}, OPTIONS`);
}
