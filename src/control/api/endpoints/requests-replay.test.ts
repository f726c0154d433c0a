import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const replay = (server: TestServer, id: number, query = '') =>
  server.send({ method: 'POST', path: `/_sparring/requests/${id}/replay${query}` });

describe('POST /_sparring/requests/{id}/replay', () => {
  it('sends the same request to this server', async (t) => {
    const server = await serve(t);
    const message =
      'PUT /bin/t1/anything?a=%2f HTTP/1.1\r\nhost: elsewhere.example:81\r\nX-a: 1\r\nX-A: \xe9\r\nAuthorization: Bearer correct-horse\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n';
    await exchangeBytes(server.port, message, ['PUT']);
    await entriesWhen(server, (all) => all.some((each) => 'ended' in each && each.ended));
    const answer = await replay(server, 1);
    assert.equal(answer.status, 200, answer.text());
    const { id, replayOf, bin, response, connection, ended } = JSON.parse(answer.text());
    assert.deepEqual(
      [id, replayOf, bin, response.status, connection.requestNumber, ended],
      [2, 1, 't1', 200, 1, 'answered'],
    );
    assert.doesNotMatch(answer.text(), /correct/);
    const again = await server.get('/_sparring/requests/2/as/http?secrets=show');
    assert.equal(again.body.toString('latin1'), message);
    assert.deepEqual(JSON.parse((await server.get('/_sparring/requests/1/diff/2')).text()).differences, []);
    assert.match((await replay(server, 1, '?secrets=show')).text(), /correct-horse/);
  });

  it('sends a body of a mebibyte whole, and says that a longer one is not kept', async (t) => {
    const server = await serve(t);
    const send = (size: number) =>
      server.send({ method: 'POST', path: '/post', body: Buffer.alloc(size, 'ab') });
    await send(1024 * 1024);
    await send(1024 * 1024 + 1);
    const again = await replay(server, 1);
    assert.equal(again.status, 200, again.text());
    const { differences } = JSON.parse((await server.get('/_sparring/requests/1/diff/3')).text());
    assert.deepEqual(differences, []);
    const cut = await replay(server, 2);
    assert.equal(cut.status, 422);
    assert.match(cut.text(), /only 1048576 of 1048577 bytes of the body/);
  });
});
