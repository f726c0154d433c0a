import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { serve } from '../../../../test/support/servers/serve.ts';

test('an edited request is sent with its changes, and its entry names the original', async (t) => {
  const server = await serve(t);
  const binary = Buffer.from([0, 255, 13, 10, 1]);
  await server.send({
    method: 'POST',
    path: '/post?token=secret-value-123456',
    fields: [
      ['Authorization', 'Bearer header-secret-value'],
      ['X-A', '1'],
    ],
    body: binary,
  });
  const replay = async (edit: unknown) => {
    const body = JSON.stringify(edit);
    const response = await server.send({ method: 'POST', path: '/_sparring/requests/1/replay', body });
    return { status: response.status, ...JSON.parse(response.text()) };
  };
  const { request } = JSON.parse((await server.get('/_sparring/requests/1')).text());
  const headers = request.headers.map(([name, value]: [string, string]) => [
    name,
    name === 'X-A' ? '2' : value,
  ]);
  const again = await replay({ method: 'PUT', target: '/put', headers });
  assert.deepEqual([again.request.method, again.request.target, again.replayOf], ['PUT', '/put', 1]);
  assert.equal(again.request.body.sha256, hash('sha256', binary));
  const shown = JSON.parse((await server.get(`/_sparring/requests/${again.id}?secrets=show`)).text());
  assert.deepEqual(
    shown.request.headers.filter(([name]: [string]) => name === 'Authorization' || name === 'X-A'),
    [
      ['Authorization', 'Bearer header-secret-value'],
      ['X-A', '2'],
    ],
  );
  assert.equal((await replay({ target: request.target })).response.status, 200);
  const longer = await replay({ body: 'longer than before' });
  assert.equal(longer.request.body.text, 'longer than before');
  assert.equal((await replay({ base64: 'AAE=' })).request.body.length, 2);
  for (const edit of [
    { method: 'A B' },
    { target: '/a b' },
    { headers: [['X-A', 'a\r\nB: c']] },
    { headers: [['X A', 'a']] },
    { headers: [['X-A', '****~12345678']] },
    { body: 'a', base64: 'AA==' },
    { unknown: 1 },
  ])
    assert.equal((await replay(edit)).status, 400, JSON.stringify(edit));
});
