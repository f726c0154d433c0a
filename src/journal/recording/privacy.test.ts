import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { entriesWhen, firstExchange } from '#test/support/journal.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const SECRET = 'c29tZTpzZWNyZXQ';

/** Everything that the journal holds, as text. */
function dump({ journal }: TestServer): string {
  return JSON.stringify(journal?.entries(), (_, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
}

/** Requests with a secret, none of which may be recorded. */
const CALLS = [
  `GET /api/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  `POST /api/v3/authorizations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 17\r\n\r\n"${SECRET}"`,
  `GET /login?code=${SECRET} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
  `GET /settings/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sparring_session=${SECRET}\r\n\r\n`,
  `GET /_sparring?x=${SECRET} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${SECRET}\r\n\r\n`,
  `GET /bin/k/api/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  `GET /bin/k/bin/k/%61pi/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  ...[
    '/./api/v3/user',
    '/x/../api/v3/user',
    '/api/./v3/user',
    '/bin/K/./api/v3/user',
    '/bin/K/../login',
    '/bin//login',
    '/bin//api/v3/user',
    '/bin/%2f/login',
    '//api//v3/user',
    '/api%2f%2fv3/user',
    '/%2e/x/%2E%2e/login',
  ].flatMap((path) => [
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\nContent-Length: 5x\r\n\r\n${SECRET}`,
  ]),
  // Rejected by the parser.
  `GET api/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  `POST api//v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  `GET login HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
  `GET /api/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\nBad Name: x\r\n\r\n`,
  `GET /%61pi/v3/user HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic ${SECRET}\r\nBad Name: x\r\n\r\n`,
  `GET /get HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nP\xf6ST /login HTTP/1.1\r\nCookie: ${SECRET}\r\n\r\n`,
  `P\xf6ST /login/oauth/access_token HTTP/1.1\r\nAuthorization: Basic ${SECRET}\r\n\r\n`,
];

describe('the journal does not keep', () => {
  for (const journalAuthorizations of [false, true]) {
    it(`anything of the API, the pages and the control API, ${journalAuthorizations ? 'besides' : 'nor'} their status`, async (t) => {
      const server = await serve(t, { journalAuthorizations });
      for (const call of CALLS) await exchangeBytes(server.port, call);
      await server.get('/get');
      await entriesWhen(server, (all) => all.at(-1)?.kind === 'exchange');
      assert.ok(!dump(server).includes(SECRET), dump(server));
      const templates = server.journal
        ?.entries()
        .flatMap((entry) => (entry.kind === 'exchange' ? [entry.endpoint] : []));
      assert.equal(templates?.includes('/login'), journalAuthorizations);
      for (const entry of server.journal?.entries() ?? []) {
        if (entry.kind !== 'exchange' || entry.service === 'testing') continue;
        const { headers, trailers, body, expect, aborted } = entry.request;
        assert.deepEqual(
          [headers, trailers, body.length, expect, aborted, entry.ms.body, entry.response?.reason],
          [[], [], 0, null, false, null, ''],
          entry.endpoint ?? '',
        );
      }
      assert.ok(!templates?.includes('/_sparring'));
    });
  }

  it('bytes of a request that began in an earlier packet', async (t) => {
    const server = await serve(t);
    await exchangeBytes(server.port, 'GET /get HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('POST /api/v3/authorizations HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Basic');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(` ${SECRET}\r\nBad Name: x\r\n\r\n`);
    await entriesWhen(server, (all) => all.some(({ kind }) => kind === 'parser-error'));
    socket.destroy();
    assert.ok(!dump(server).includes(SECRET), dump(server));
  });

  it('cookies of the account pages, which browsers send to the testing service, too', async (t) => {
    const server = await serve(t);
    const cookie = `a=1; sparring_session=${SECRET}; __Secure-sparring_session=${SECRET}; sparring_once=${SECRET}; b=2`;
    await server.get('/get', [['Cookie', cookie]]);
    const { request, response } = await firstExchange(server);
    // The content of the response has the cookies.
    assert.deepEqual([response?.body.kept.byteLength, response?.body.truncated], [0, true]);
    assert.ok(!dump(server).includes(SECRET));
    assert.equal(
      request.headers.find(([name]) => name === 'Cookie')?.[1],
      'a=1; sparring_session=***; __Secure-sparring_session=***; sparring_once=***; b=2',
    );
    assert.ok(!JSON.stringify(request.headers).includes(SECRET));
  });

  it('values of the fields that the settings name', async (t) => {
    const server = await serve(t, { journalRedact: ['x-key', 'set-cookie'] });
    await server.get(`/response-headers?Set-Cookie=a%3D${SECRET}`, [['X-KEY', SECRET]]);
    const { request, response } = await firstExchange(server);
    assert.ok(request.headers.some(([name, value]) => name === 'X-KEY' && value === '***'));
    await server.get('/gzip', [['x-key', SECRET]]);
    await server.get('/get');
    const [, gzip, get] = await entriesWhen(
      server,
      (all) => all.at(2)?.kind === 'exchange' && all.length === 3,
    );
    assert.ok(gzip?.kind === 'exchange' && get?.kind === 'exchange');
    assert.deepEqual([gzip.response?.body.kept.byteLength, get.response?.body.truncated], [0, false]);
    assert.ok(response?.headers.some(([name, value]) => name === 'Set-Cookie' && value === '***'));
  });
});
