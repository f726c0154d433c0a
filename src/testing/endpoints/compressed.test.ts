import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { decodeJson } from '#test/support/wire/codings.ts';

test('/compressed applies the preferred coding, and reports it in the content', async (t) => {
  const server = await serve(t);
  for (const [accept, coding] of [
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=0.2, deflate;q=0.9, br;q=0.5', 'deflate'],
    ['br;q=1.0, *;q=0.1', 'br'],
    ['gzip;q=0, identity', undefined],
    ['', undefined],
  ] as const) {
    const response = await server.get('/compressed', [['Accept-Encoding', accept]]);
    assert.equal(response.field('Content-Encoding'), coding, accept);
    assert.equal(response.field('Vary'), 'Accept-Encoding');
    assert.equal(Object(decodeJson(response)).encoding, coding ?? 'identity');
  }
  assert.equal((await server.get('/compressed')).field('Content-Encoding'), undefined);
});

test('/compressed answers 406 when no available coding is acceptable', async (t) => {
  const server = await serve(t);
  for (const accept of ['identity;q=0', '*;q=0', 'compress, identity;q=0']) {
    const response = await server.get('/compressed', [['Accept-Encoding', accept]]);
    assert.equal(response.status, 406, accept);
    assert.ok(response.fields.some(([name, value]) => name === 'Vary' && value === 'Accept-Encoding'));
  }
});
