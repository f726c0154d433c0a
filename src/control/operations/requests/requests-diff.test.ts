import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

describe('GET /_sparring/requests/{a}/diff/{b}', () => {
  it('compares two requests', async (t) => {
    const server = await serve(t);
    const send = (body: string, fields: [string, string][]) =>
      server.send({ method: 'POST', path: '/post', body, fields: [['Host', 'localhost'], ...fields] });
    await send('{"a":1,"b":2}', [
      ['X-A', '1'],
      ['X-B', '2'],
    ]);
    await send('{"b":3,"a":1}', [
      ['X-B', '2'],
      ['X-A', '1'],
    ]);
    const response = await server.get('/_sparring/requests/1/diff/2');
    assert.equal(response.status, 200);
    assert.deepEqual(JSON.parse(response.text()), {
      differences: [
        {
          part: 'header order',
          before: 'Host, X-A, X-B, Connection, Content-Length',
          after: 'Host, X-B, X-A, Connection, Content-Length',
        },
        { part: 'body .b', before: '2', after: '3' },
      ],
      text: '--- #1\n+++ #2\nheader order\n- Host, X-A, X-B, Connection, Content-Length\n+ Host, X-B, X-A, Connection, Content-Length\nbody .b\n- 2\n+ 3\n',
    });
    assert.deepEqual(JSON.parse((await server.get('/_sparring/requests/1/diff/1')).text()).differences, []);
  });

  it('shows that masked credentials differ', async (t) => {
    const server = await serve(t);
    for (const token of ['correct-horse', 'correct-cow'])
      await server.get('/get', [
        ['Host', 'localhost'],
        ['Authorization', `Bearer ${token}`],
      ]);
    const response = await server.get('/_sparring/requests/1/diff/2');
    assert.match(response.text(), /header Authorization/);
    assert.doesNotMatch(response.text(), /correct/);
    assert.match((await server.get('/_sparring/requests/1/diff/2?secrets=show')).text(), /correct-cow/);
  });

  it('gets 404 for an unknown id', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    assert.equal((await server.get('/_sparring/requests/1/diff/2')).status, 404);
    assert.equal((await server.get('/_sparring/requests/2/diff/1')).status, 404);
  });
});
