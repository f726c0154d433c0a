import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('echoes a body of exactly 32 MiB, and rejects a larger one', async (t) => {
  const most = 32 * 1024 * 1024;
  const server = await serve(t, { maxBodySize: 64 * 1024 * 1024 });
  const post = async (path: string, size: number) => {
    // A connection for each request: a busy machine can block this process, and so the client and the server, for longer
    // than the five seconds after which the server closes an idle connection.
    const headers = { 'Content-Type': 'multipart/form-data; boundary=none', Connection: 'close' };
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers,
      body: Buffer.alloc(size, 'x'),
    });
    await response.bytes();
    return response.status;
  };
  for (const path of ['/post', '/anything']) {
    assert.equal(await post(path, most), 200, path);
    assert.equal(await post(path, most + 1), 413, path);
  }
  assert.equal(await post('/multipart', most + 1), 413);
  assert.equal(await post('/payload', most + 1), 200);
});
