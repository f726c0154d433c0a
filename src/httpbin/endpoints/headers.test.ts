import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

const HOST = ['Host', 'h'] as const;

test('headers, ip and user-agent each answer their part of the picture', async (t) => {
  const server = await serve(t);
  const fields = [HOST, ['User-Agent', 'me'], ['X-Forwarded-For', '1.2.3.4']] as const;
  const answers = await Promise.all(
    ['/headers', '/ip', '/user-agent'].map((path) => server.get(path, fields)),
  );
  assert.deepEqual(
    answers.map((answer) => answer.json()),
    [
      { headers: { Connection: 'close', Host: 'h', 'User-Agent': 'me' } },
      { origin: '1.2.3.4' },
      { 'user-agent': 'me' },
    ],
  );
});

test('headers shows what proxies add when the query has show_env', async (t) => {
  const server = await serve(t);
  const answer = await server.get('/headers?show_env=', [HOST, ['Via', 'x']]);
  assert.deepEqual(answer.json(), { headers: { Connection: 'close', Host: 'h', Via: 'x' } });
});

test('without a User-Agent it is null', async (t) => {
  const server = await serve(t);
  assert.equal((await server.get('/user-agent')).text(), '{\n  "user-agent": null\n}\n');
});
