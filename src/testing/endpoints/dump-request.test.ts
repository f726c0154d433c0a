import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

test('returns the request byte for byte', async (t) => {
  const server = await serve(t);
  for (const sent of [
    'GET /dump/request HTTP/1.1\r\nHost: h\r\n\r\n',
    'POST /dump/request?a=%7e&&<b> HTTP/1.1\r\nx-B: 1\r\nX-b: 2\r\nhOST: h:80\r\na_a: \xe9\r\nContent-Length: 5\r\n\r\n\0\xff\r\n.',
    'TRACE http://h/dump/request HTTP/1.0\r\n\r\n',
    'PATCH /dump/request HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n',
  ]) {
    const [response] = await exchangeBytes(server.port, Buffer.from(sent, 'latin1'));
    assert.equal(response?.body.toString('latin1'), sent);
    assert.equal(response?.field('X-Content-Type-Options'), 'nosniff');
    assert.equal(response?.field('Content-Security-Policy'), 'sandbox');
  }
});
