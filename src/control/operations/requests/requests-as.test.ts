import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

describe('GET /_sparring/requests/{id}/as/{format}', () => {
  it('returns the message byte for byte as http', async (t) => {
    const server = await serve(t);
    const message = Buffer.from(
      'POST /anything/%7e?a&&b=%C3 HTTP/1.1\r\nhOST: localhost\r\nX-a: 1\r\nX-A: caf\xe9\r\nx-A: \r\nTransfer-Encoding: chunked\r\nX-Last: 2\r\n\r\n5\r\na\0\xff\r\n\r\n0\r\nX-Trailer: 1\r\nx-trailer: \xe9\r\n\r\n',
      'latin1',
    );
    await exchangeBytes(server.port, message, ['POST']);
    await entriesWhen(server, (all) => all.some((each) => 'ended' in each && each.ended));
    const response = await server.get('/_sparring/requests/1/as/http');
    assert.equal(response.body.toString('latin1'), message.toString('latin1'));
    assert.match(response.field('Content-Security-Policy') ?? '', /sandbox/);
    assert.equal(response.field('X-Content-Type-Options'), 'nosniff');
  });

  it('returns code for this server', async (t) => {
    const server = await serve(t);
    await server.get('/get?a=1', [['Host', 'a.bin.localhost']]);
    for (const [format, expected] of [
      ['curl', `-H 'Connection: close' \\\n  'http://127.0.0.1:${server.port}/get?a=1'`],
      ['fetch', `await fetch("http://127.0.0.1:${server.port}/get?a=1"`],
      ['node', `request("http://127.0.0.1:${server.port}"`],
      ['httpie', `GET 'http://127.0.0.1:${server.port}/get?a=1'`],
      ['python', `"http://127.0.0.1:${server.port}/get?a=1"`],
    ] as const) {
      const response = await server.get(`/_sparring/requests/1/as/${format}`);
      assert.equal(response.status, 200);
      assert.ok(response.text().includes(expected), response.text());
    }
  });

  it('masks credentials unless they are asked for', async (t) => {
    const server = await serve(t);
    await server.get('/get', [['Cookie', 'session=correct-horse']]);
    assert.doesNotMatch((await server.get('/_sparring/requests/1/as/curl')).text(), /correct/);
    assert.match((await server.get('/_sparring/requests/1/as/curl?secrets=show')).text(), /correct-horse/);
  });

  it('gets 404 for an unknown format or id', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    assert.equal((await server.get('/_sparring/requests/1/as/perl')).status, 404);
    assert.equal((await server.get('/_sparring/requests/1/as/constructor')).status, 404);
    assert.equal((await server.get('/_sparring/requests/9/as/curl')).status, 404);
    assert.equal((await server.get('/_sparring/requests/x/as/curl')).status, 404);
  });
});
