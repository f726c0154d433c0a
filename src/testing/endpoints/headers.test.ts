import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

const HOST = ['Host', 'h'] as const;

test('/headers, /ip and /user-agent each return their part of the request', async (t) => {
  const server = await serve(t);
  const fields = [HOST, ['User-Agent', 'me'], ['X-Forwarded-For', '1.2.3.4']] as const;
  const responses = await Promise.all(
    ['/headers', '/ip', '/user-agent'].map((path) => server.get(path, fields)),
  );
  assert.deepEqual(
    responses.map((response) => response.json()),
    [
      { headers: { Connection: 'close', Host: 'h', 'User-Agent': 'me' } },
      { origin: '1.2.3.4' },
      { 'user-agent': 'me' },
    ],
  );
});

test('/headers includes the headers of proxies when the query has show_env', async (t) => {
  const server = await serve(t);
  const response = await server.get('/headers?show_env=', [HOST, ['Via', 'x']]);
  assert.deepEqual(response.json(), { headers: { Connection: 'close', Host: 'h', Via: 'x' } });
});
