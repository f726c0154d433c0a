import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { entriesWhen } from '../../../test/support/journal.ts';
import { serve, type TestServer } from '../../../test/support/serve.ts';
import { exchangeBytes, request } from '../../../test/support/wire.ts';

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

  it('repeats a request without content', async (t) => {
    const server = await serve(t);
    await server.send({ path: '/status/500', method: 'HEAD' });
    const { response, request: again } = JSON.parse((await replay(server, 1)).text());
    assert.deepEqual([again.method, response.status], ['HEAD', 500]);
  });

  it('repeats requests over TLS', async (t) => {
    const server = await serve(t, { tls: true });
    const ca = await readFile(server.caPath ?? '', 'utf8');
    await request(server.port, { path: '/get' }, ca);
    const answer = await request(server.port, { method: 'POST', path: '/_sparring/requests/1/replay' }, ca);
    const { replayOf, connection } = JSON.parse(answer.text());
    assert.deepEqual([replayOf, connection.tls.alpn], [1, 'http/1.1']);
  });

  it('rejects requests that the journal does not have completely', async (t) => {
    const server = await serve(t, { journalBodySize: 4 });
    await server.send({ method: 'POST', path: '/post', body: '12345' });
    const answer = await replay(server, 1);
    assert.equal(answer.status, 422);
    assert.match(answer.text(), /The journal has only 4 of 5 bytes of the body\./);
    assert.equal((await replay(server, 99)).status, 404);
    await exchangeBytes(server.port, 'NOT A REQUEST\r\n\r\n');
    const [failure] = await entriesWhen(server, (all) =>
      all.some(({ kind }) => kind === 'parser-error'),
    ).then((all) => all.filter(({ kind }) => kind === 'parser-error'));
    assert.equal((await replay(server, failure?.id ?? 0)).status, 404);
  });
});
