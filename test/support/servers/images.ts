import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './serve.ts';

/** The test of an endpoint that returns one image; `start` is the beginning of its content in hexadecimal. */
export function testImage(path: string, type: string, start: string): void {
  test(`${path} returns a small image of its type, and HEAD has its length`, async (t) => {
    const server = await serve(t);
    const response = await server.get(path);
    assert.equal(response.field('Content-Type'), type);
    assert.ok(response.body.toString('hex').startsWith(start), path);
    assert.ok(response.body.length < 12_500, path);
    const head = await server.send({ method: 'HEAD', path });
    assert.equal(head.field('Content-Length'), String(response.body.length));
  });
}
