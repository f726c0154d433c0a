import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { WebSocket } from 'ws';
import { entriesWhen, firstExchange } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A connection on which the text has been sent. */
async function open(t: TestContext, port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  t.after(() => socket.destroy());
  await new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()));
  return socket;
}

describe('the record of an exchange', () => {
  it('has the fields of the request in their case, order and number, and bytes above ASCII', async (t) => {
    const server = await serve(t);
    await exchangeBytes(
      server.port,
      'GET /get?a=%7e HTTP/1.1\r\nhOsT: h\r\nX-b: 1\r\nx-B: 2\r\nX-Latin: \xe9\r\nEmpty:\r\n\r\n',
    );
    const { request, connection, endpoint, ended, bin, service } = await firstExchange(server);
    assert.deepEqual(request.headers, [
      ['hOsT', 'h'],
      ['X-b', '1'],
      ['x-B', '2'],
      ['X-Latin', '\xe9'],
      ['Empty', ''],
    ]);
    assert.deepEqual([request.method, request.target, request.aborted], ['GET', '/get?a=%7e', false]);
    assert.deepEqual([connection.id, connection.requestNumber, connection.protocol], [1, 1, 'HTTP/1.1']);
    assert.match(connection.remote, /^127\.0\.0\.1:\d+$/);
    assert.deepEqual([endpoint, ended, bin, service], ['/get', 'answered', null, 'testing']);
  });

  it('is complete, while the exchange is in progress and after it', async (t) => {
    const server = await serve(t);
    const common = { bin: null, service: 'testing', webSocket: null, replayOf: null, lab: null, rules: [] };
    const marks = { unmatched: false, own: false, marked: false, note: null };
    const answer = await server.send({ method: 'POST', path: '/post', body: 'abc' });
    const { startedAt, ms, connection, request, ...others } = await firstExchange(server);
    assert.ok(Math.abs(startedAt - Date.now()) < 60_000);
    const times = [0, ms.firstByte, ms.done, 60_000].map(Number);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    const { remote, ...place } = connection;
    assert.match(remote, /^127\.0\.0\.1:\d+$/);
    assert.deepEqual(place, { id: 1, stream: null, requestNumber: 1, protocol: 'HTTP/1.1', tls: null });
    const kept = new Uint8Array(Buffer.from('abc'));
    const { headers: _, rawHead, ...sent } = request;
    assert.match(rawHead ?? '', /^POST \/post HTTP\/1\.1\r\nHost: .*\r\n\r\n$/s);
    assert.deepEqual(sent, {
      method: 'POST',
      target: '/post',
      trailers: [],
      expect: null,
      aborted: false,
      body: { length: 3, sha256: sha256('abc'), kept, truncated: false },
    });
    const { length } = answer.body;
    const content = {
      length,
      sha256: sha256(answer.body),
      kept: new Uint8Array(answer.body),
      truncated: false,
    };
    const none = { length: 0, sha256: null, kept: new Uint8Array(), truncated: false };
    assert.deepEqual(others, {
      kind: 'exchange',
      id: 1,
      ended: 'answered',
      endpoint: '/post',
      ...common,
      ...marks,
      response: {
        informational: [],
        status: 200,
        reason: 'OK',
        headers: answer.fields,
        trailers: [],
        body: content,
        fault: null,
      },
    });
    // The bytes of the head, and those of the bodies that are kept.
    const size = (rawHead ?? '').length + 3 + length;
    assert.equal(server.journal?.bytes, size);

    const head = 'GET /delay/10 HTTP/1.1\r\nHost: h\r\n\r\n';
    await open(t, server.port, head);
    const [, pending] = await entriesWhen(server, ({ length }) => length === 2);
    assert.ok(pending?.kind === 'exchange');
    assert.deepEqual(
      [pending.ended, pending.response, pending.endpoint, pending.request.aborted, pending.request.body],
      [null, null, '/delay/{delay}', false, none],
    );
    assert.deepEqual(pending.ms, { body: 0, firstByte: null, done: null });
    assert.equal(server.journal?.bytes, size + head.length);
  });

  it('has the head of the response as it was sent, and its content', async (t) => {
    const server = await serve(t);
    const answer = await server.get('/get');
    const { response, ms } = await firstExchange(server);
    assert.deepEqual(response?.headers, answer.fields);
    assert.deepEqual([response?.status, response?.reason], [200, 'OK']);
    assert.deepEqual(Buffer.from(response?.body.kept ?? []), answer.body);
    assert.equal(response?.body.sha256, sha256(answer.body));
    assert.ok((ms.firstByte ?? -1) >= 0 && (ms.done ?? -1) >= (ms.firstByte ?? 0), JSON.stringify(ms));
  });

  it('has the content of a response in several chunks', async (t) => {
    const server = await serve(t);
    const answer = await server.get('/stream/3');
    const { response } = await firstExchange(server);
    const { length } = answer.body;
    assert.deepEqual(response?.body, {
      length,
      sha256: sha256(answer.body),
      kept: new Uint8Array(answer.body),
      truncated: false,
    });
  });

  it('has a chunked body and its trailers, the trailers of the response, and 100 (Continue)', async (t) => {
    const server = await serve(t);
    await exchangeBytes(
      server.port,
      'POST /post HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\nTE: trailers\r\n\r\n' +
        '5\r\nhello\r\n0\r\nX-Trailer: v\r\n\r\n',
      ['POST'],
    );
    const { request, response } = await firstExchange(server);
    assert.deepEqual(request.trailers, [['X-Trailer', 'v']]);
    assert.deepEqual([request.body.length, request.body.sha256], [5, sha256('hello')]);
    assert.equal(request.expect, '100-continue');
    assert.deepEqual(response?.informational, [{ status: 100, headers: [] }]);
    await exchangeBytes(server.port, 'GET /trailers?a=1 HTTP/1.1\r\nHost: h\r\nTE: trailers\r\n\r\n');
    const entries = await entriesWhen(
      server,
      ([, second]) => second?.kind === 'exchange' && second.ended !== null,
    );
    const second = entries[1];
    assert.ok(second?.kind === 'exchange');
    assert.ok(second.response?.trailers.some(([name, value]) => name === 'a' && value === '1'));
  });

  it('has a body that no endpoint reads, also when it ends after the response', async (t) => {
    const server = await serve(t);
    const socket = await open(
      t,
      server.port,
      'GET /get HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n',
    );
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    socket.write('x'.repeat(300_000));
    const [entry] = await entriesWhen(server, ([each]) => each?.kind === 'exchange' && each.ms.body !== null);
    assert.ok(entry?.kind === 'exchange');
    assert.deepEqual(
      [entry.request.body.length, entry.request.body.sha256],
      [300_000, sha256('x'.repeat(300_000))],
    );
  });

  it('keeps the first bytes of a body, and its whole length and digest', async (t) => {
    const server = await serve(t, { journalBodySize: 1000 });
    const body = 'ab'.repeat(3000);
    await server.send({ method: 'POST', path: '/anything', body });
    const { request, response } = await firstExchange(server);
    assert.deepEqual([request.body.length, request.body.sha256], [6000, sha256(body)]);
    assert.equal(Buffer.from(request.body.kept).toString(), body.slice(0, 1000));
    assert.deepEqual([request.body.truncated, response?.body.truncated], [true, true]);
    assert.equal(response?.body.kept.byteLength, 1000);
  });

  it('keeps whole bodies up to a megabyte, of clients and of bins', async (t) => {
    const { url } = await serve(t);
    const keptOf = async (path: string, id: number, size: number) => {
      await fetch(url + path, { method: 'POST', body: 'x'.repeat(size) });
      const view = await fetch(`${url}/_sparring/requests/${id}`);
      const { request, response } = JSON.parse(await view.text());
      return [request.body.kept, request.body.truncated, response.body.kept];
    };
    const mebibyte = 1024 * 1024;
    for (const [at, path] of ['/anything', '/bin/b1/anything'].entries()) {
      assert.deepEqual(await keptOf(path, 2 * at + 1, mebibyte), [mebibyte, false, mebibyte], path);
      assert.deepEqual(await keptOf(path, 2 * at + 2, mebibyte + 1), [mebibyte, true, mebibyte], path);
    }
  });

  it('numbers the requests of each connection, also pipelined ones', async (t) => {
    const server = await serve(t);
    const get = 'GET /get HTTP/1.1\r\nHost: h\r\n\r\n';
    await exchangeBytes(server.port, get + get + get, ['GET', 'GET', 'GET']);
    await exchangeBytes(server.port, get);
    const entries = await entriesWhen(server, ({ length }) => length === 4);
    assert.deepEqual(
      entries.map(({ connection }) => [connection.id, connection.requestNumber]),
      [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 1],
      ],
    );
  });

  it('has the facts of TLS and of HTTP/2', async (t) => {
    const server = await serve(t, { tls: true });
    const ca = readFileSync(server.caPath ?? '', 'utf8');
    const wanted = { method: 'POST', path: '/post', body: 'hello', fields: [['x-a', '1']] as const };
    const answer = await requestHttp2(`https://localhost:${server.port}`, wanted, { ca });
    const { connection, request, response, ended } = await firstExchange(server);
    assert.deepEqual([connection.id, connection.stream, connection.protocol], [1, 1, 'HTTP/2']);
    assert.deepEqual(connection.tls, { version: 'TLSv1.3', sni: 'localhost', alpn: 'h2' });
    assert.deepEqual([request.body.sha256, ended], [sha256('hello'), 'answered']);
    assert.ok(request.headers.some(([name, value]) => name === 'x-a' && value === '1'));
    assert.equal(response?.status, 200);
    assert.deepEqual(Buffer.from(response.body.kept), answer.body);
    assert.ok(response.headers.some(([name]) => name === 'content-type'));
  });

  it('names how an exchange ended', async (t) => {
    const server = await serve(t);
    const get = 'GET /delay/5 HTTP/1.1\r\nHost: h\r\n\r\n';
    for (const [index, [disconnect, ending]] of (
      [
        [(socket: Socket) => void socket.destroy(), 'client-fin'],
        [(socket: Socket) => void socket.resetAndDestroy(), 'client-rst'],
      ] as const
    ).entries()) {
      const socket = await open(t, server.port, get);
      await entriesWhen(server, ({ length }) => length === index + 1);
      disconnect(socket);
      const entries = await entriesWhen(server, (all) => {
        const entry = all[index];
        return entry?.kind === 'exchange' && entry.ended !== null;
      });
      const entry = entries[index];
      assert.ok(entry?.kind === 'exchange');
      assert.deepEqual([entry.ended, entry.response], [ending, null]);
    }
  });

  it('has an aborted upload', async (t) => {
    const server = await serve(t);
    const socket = await open(
      t,
      server.port,
      'POST /post HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\nabc',
    );
    await entriesWhen(server, ({ length }) => length === 1);
    socket.resetAndDestroy();
    const { request, ended } = await firstExchange(server);
    assert.deepEqual([request.aborted, request.body.length, ended], [true, 3, 'client-rst']);
  });

  it('has the end of a connection within a body, which is no entry of its own', async (t) => {
    const server = await serve(t);
    for (const [index, before] of ['', 'GET /get HTTP/1.1\r\nHost: h\r\n\r\n'].entries()) {
      const socket = await open(
        t,
        server.port,
        `${before}POST /post HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc`,
      );
      socket.end();
      await once(socket, 'close');
      const entries = await entriesWhen(
        server,
        (all) => all.length === [1, 3][index] && all.every((one) => one.kind !== 'exchange' || one.ended),
      );
      assert.deepEqual(new Set(entries.map(({ kind }) => kind)), new Set(['exchange']));
    }
    await server.get('/get');
    assert.equal((await entriesWhen(server, ({ length }) => length === 4)).at(-1)?.kind, 'exchange');
  });

  it('has a reset stream of HTTP/2', async (t) => {
    const server = await serve(t, { h2c: true });
    const session = connectHttp2(`http://127.0.0.1:${server.port}`);
    t.after(() => session.destroy());
    const stream = session.request({ ':path': '/delay/5' });
    stream.on('error', () => {});
    await entriesWhen(server, ({ length }) => length === 1);
    stream.close(8);
    assert.equal((await firstExchange(server)).ended, 'client-rst');
  });

  it('counts the messages of a WebSocket', async (t) => {
    const server = await serve(t);
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/websocket/echo`);
    await new Promise((resolve) => socket.once('open', resolve));
    for (const text of ['one', 'two']) {
      socket.send(text);
      await new Promise((resolve) => socket.once('message', resolve));
    }
    socket.close();
    const { response, webSocket, endpoint, ended } = await firstExchange(server);
    assert.deepEqual([response?.status, webSocket?.received, webSocket?.sent], [101, 2, 2]);
    const kept = (text: string) => new Uint8Array(Buffer.from(text));
    assert.deepEqual(
      webSocket?.messages?.map(({ ms, ...message }) => [ms >= 0, message]),
      ['one', 'one', 'two', 'two', ''].map((text, index) => [
        true,
        {
          number: index + 1,
          isReceived: index % 2 === 0,
          type: text === '' ? 'close' : 'text',
          size: text.length,
          kept: kept(text),
          code: text === '' ? 1005 : null,
        },
      ]),
    );
    assert.deepEqual([endpoint, ended], ['/websocket/echo', 'answered']);
    assert.ok(response?.headers.some(([name]) => name === 'Sec-WebSocket-Accept'));
  });
});

describe('a connection without a valid request', () => {
  it('is recorded with its bytes, and with a sentence that has the offset', async (t) => {
    const server = await serve(t);
    await exchangeBytes(server.port, 'GET /get HTTP/1.1\r\nHost: h\r\nBad Name: x\r\n\r\n');
    const [entry] = await entriesWhen(server, ({ length }) => length === 1);
    assert.ok(entry?.kind === 'parser-error');
    assert.deepEqual([entry.code, entry.message], ['syntax', 'Space in a field name at byte 31']);
    assert.equal(Buffer.from(entry.raw).toString(), 'GET /get HTTP/1.1\r\nHost: h\r\nBad Name: x\r\n\r\n');
  });

  it('is recorded when it carries nothing', async (t) => {
    const server = await serve(t);
    (await open(t, server.port, '')).destroy();
    const [entry] = await entriesWhen(server, ({ length }) => length === 1);
    assert.deepEqual([entry?.kind, entry?.connection.id], ['no-request', 1]);
  });

  it('is recorded when its TLS handshake fails', async (t) => {
    const server = await serve(t, { tls: true });
    const socket = connectTls({
      port: server.port,
      host: '127.0.0.1',
      servername: 'localhost',
      maxVersion: 'TLSv1.1',
    });
    await new Promise((resolve) => socket.once('error', resolve));
    const [entry] = await entriesWhen(server, ({ length }) => length === 1);
    assert.equal(entry?.kind, 'tls-error');
    assert.match(String(entry?.kind === 'tls-error' && entry.code), /^E/);
  });
});

describe('the limits of the journal', () => {
  it('remove the oldest entries, and count them', async (t) => {
    const server = await serve(t, { journal: 3 });
    for (let index = 0; index < 5; index++) await server.get(`/get?n=${index}`);
    const entries = await entriesWhen(server, (all) => all.at(-1)?.id === 5);
    assert.deepEqual(
      entries.map(({ id }) => id),
      [3, 4, 5],
    );
    assert.equal(server.journal?.dropped, 2);
  });

  it('remove nothing while they are not reached', async (t) => {
    const server = await serve(t, { journal: 3 });
    await server.get('/get');
    await entriesWhen(server, (all) => all.length === 1);
    assert.equal(server.journal?.dropped, 0);
  });

  it('apply to the bytes of all entries', async (t) => {
    const server = await serve(t, { journalSize: 10_000 });
    for (let index = 0; index < 6; index++)
      await server.send({ method: 'POST', path: '/status/200', body: 'x'.repeat(3000) });
    await entriesWhen(server, (all) => all.at(-1)?.id === 6 && all.length <= 3);
    assert.ok((server.journal?.dropped ?? 0) >= 3);
  });

  it('leave a bin at most half of the entries', async (t) => {
    const server = await serve(t, { journal: 10 });
    await server.get('/get');
    for (let index = 0; index < 20; index++) await server.get('/bin/loud/get');
    const entries = await entriesWhen(server, (all) => all.at(-1)?.id === 21);
    assert.deepEqual(
      entries.map(({ id }) => id),
      [1, 17, 18, 19, 20, 21],
    );
  });
});

describe('the journal', () => {
  it('is off on other addresses than loopback, unless there is a control token', async (t) => {
    assert.equal((await serve(t, { host: ['0.0.0.0'] })).journal, undefined);
    assert.ok((await serve(t, { host: ['0.0.0.0'], controlToken: 'x'.repeat(16) })).journal);
    assert.ok((await serve(t, { host: ['0.0.0.0'], journal: 5 })).journal);
    assert.equal((await serve(t, { journal: 0 })).journal, undefined);
  });

  it('is emptied by a reset', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    await server.operations.serverState.reset();
    assert.deepEqual(server.journal?.entries(), []);
  });
});
