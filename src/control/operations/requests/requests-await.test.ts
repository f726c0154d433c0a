import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { createRuntime } from '#runtime.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';

const call = (server: TestServer, body: unknown, query = '') =>
  server.send({
    method: 'POST',
    path: `/_sparring/requests/await${query}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('POST /_sparring/requests/await', () => {
  it('returns requests that came before the call', async (t) => {
    const server = await serve(t);
    await server.get('/get?a=1');
    await server.get('/bin/t1/headers');
    const response = await call(server, { match: { path: '/headers', bin: 't1' } });
    assert.equal(response.status, 200);
    const { requests } = JSON.parse(response.text());
    assert.deepEqual(
      requests.map(({ id, request }: { id: number; request: { target: string } }) => [id, request.target]),
      [[2, '/bin/t1/headers']],
    );
  });

  it('waits for as many requests as are asked for', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const waiting = call(server, { match: { path: '/get' }, count: 3, within: '10s' });
    await server.get('/headers');
    await server.get('/get');
    await server.send({ method: 'POST', path: '/post', body: 'x' });
    await server.get('/get');
    const { requests } = JSON.parse((await waiting).text());
    assert.deepEqual(
      requests.map(({ id }: { id: number }) => id),
      [1, 3, 5],
    );
  });

  it('does not count requests up to `after`', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const waiting = call(server, { match: { path: '/get' }, after: 1, within: '10s' });
    await server.get('/get');
    assert.equal(JSON.parse((await waiting).text()).requests[0].id, 2);
  });

  it('takes the words of a filter, as the list, the archive, the live feed and `verify` do', async (t) => {
    const server = await serve(t);
    await server.get('/status/503');
    await server.get('/get?a=1');
    await server.send({ method: 'POST', path: '/post', body: '{}' });
    const filter = 'status:>=400 OR query:a=1 ms:<60000';
    const query = `?filter=${encodeURIComponent(filter)}`;
    const idsOf = (response: { text(): string }) =>
      JSON.parse(response.text()).requests.map(({ id }: { id: number }) => id);
    assert.deepEqual(idsOf(await call(server, { filter, count: 2, within: '10s' })), [1, 2]);
    assert.deepEqual(idsOf(await call(server, { filter, match: { method: 'GET', path: '/get' } })), [2]);
    const verify = { method: 'POST', path: '/_sparring/requests/verify' } as const;
    const verified = await server.send({ ...verify, body: JSON.stringify({ filter, count: 2 }) });
    assert.deepEqual(idsOf(verified), [1, 2]);
    assert.deepEqual(idsOf(await server.get(`/_sparring/requests${query}`)), [1, 2]);
    const { log } = JSON.parse((await server.get(`/_sparring/requests.har${query}`)).text());
    assert.deepEqual(
      log.entries.map(({ _id }: { _id: number }) => _id),
      [1, 2],
    );
    const missing = await call(server, { filter: 'is:sse', within: '1ms' });
    assert.equal(missing.status, 408);
    assert.match(
      missing.text(),
      /Waited 1 ms for a request with is sse\. 0 of 1 came.*is sse: does not hold/s,
    );
    const invalid = await call(server, { filter: 'is:sso' });
    assert.equal(invalid.status, 422);
    assert.match(invalid.text(), /filter .*is:sso.* must be one of .*did you mean sse/);
    assert.match((await call(server, {})).text(), /match is required, unless filter is given/);
    const ordered = { match: [{}, {}], order: true, filter };
    const both = await server.send({ ...verify, body: JSON.stringify(ordered) });
    assert.deepEqual(idsOf(both), [1, 2]);
    const live = await server.get('/_sparring/requests/live?filter=ms:x');
    assert.match(live.text(), /ms:x.* must be milliseconds/);
  });

  it('waits for the end of the body of a request', async (t) => {
    const server = await serve(t);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":');
    const body = { match: { path: '/post' }, within: '10s' };
    const waiting = call(server, body);
    await server.get('/get');
    socket.write('1}');
    const [entry] = JSON.parse((await waiting).text()).requests;
    assert.equal(entry.request.body.text, '{"a":1}');
    socket.destroy();
  });

  it('gets 408 with the nearest requests after the time', async (t) => {
    const server = await serve(t);
    await server.send({ method: 'POST', path: '/bin/t1/post', body: '{"name":"mona"}' });
    const response = await call(server, {
      match: {
        method: 'POST',
        path: '/post',
        headers: { 'Idempotency-Key': { like: '*' } },
        body: { json: { name: 'Mona' } },
        bin: 't1',
      },
      within: '50ms',
    });
    assert.equal(response.status, 408);
    assert.equal(response.field('Content-Type'), 'application/problem+json');
    const { detail, status, title, matched, arrived, nearest } = JSON.parse(response.text());
    assert.match(
      detail,
      /^Waited 50 ms for POST \/post with header Idempotency-Key\. 0 of 1 came; 1 request arrived in bin "t1"\.\nNearest, #1, \d+ ms ago: POST \/post\n {2}header Idempotency-Key: absent\n {2}body \.name: expected "Mona", got "mona"$/,
    );
    assert.deepEqual([status, title, matched, arrived], [408, 'Request Timeout', 0, 1]);
    assert.deepEqual(nearest[0].differences, [
      { part: 'header Idempotency-Key', text: 'absent' },
      { part: 'body .name', text: 'expected "Mona", got "mona"' },
    ]);
  });

  it('accepts a number of seconds for the time', async (t) => {
    const server = await serve(t);
    const response = await call(server, { match: { path: '/nowhere' }, within: 0.02 });
    assert.equal(response.status, 408);
    assert.match(JSON.parse(response.text()).detail, /^Waited 20 ms for /);
    for (const within of [-1, 61, '61s', 'soon', true])
      assert.equal((await call(server, { match: {}, within })).status, 422, String(within));
  });

  it('names requests that match, but whose bodies are incomplete', async (t) => {
    const server = await serve(t);
    const head = 'POST /post?hung HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf';
    for (let count = 0; count < 3; count++) {
      const socket = connect(server.port, '127.0.0.1', () => void socket.write(head));
      t.after(() => socket.destroy());
    }
    while (server.journal?.lastId !== 3) await nextIteration();
    await server.send({ method: 'POST', path: '/post?hung', body: 'all' });
    const response = await call(server, { match: { path: '/post' }, count: 2, within: '10ms' });
    const { detail, matched, incomplete, arrived } = JSON.parse(response.text());
    assert.deepEqual([response.status, matched, incomplete, arrived], [408, 1, 3, 4]);
    assert.match(
      detail,
      /^Waited 10 ms for a request to \/post\. 1 of 2 came, 3 are incomplete; 4 requests arrived\.\nIn progress, #1: POST \/post\?hung\nIn progress, #2: .*\nIn progress, #3: POST \/post\?hung$/,
    );
  });

  it('waits in real time while the clock is frozen', async (t) => {
    const server = await serve(t, { runtime: createRuntime({ now: 0 }) });
    const startedAt = performance.now();
    assert.equal((await call(server, { match: {}, within: '200ms' })).status, 408);
    assert.ok(performance.now() - startedAt >= 190);
  });

  it('masks credentials unless they are asked for', async (t) => {
    const server = await serve(t);
    await server.get('/get', [['Authorization', 'Bearer correct-horse']]);
    const match = { headers: { authorization: 'Bearer correct-horse' } };
    assert.doesNotMatch((await call(server, { match })).text(), /correct/);
    assert.match((await call(server, { match }, '?secrets=show')).text(), /Bearer correct-horse/);
    const other = { match: { headers: { authorization: 'other' } }, within: '0' };
    assert.doesNotMatch((await call(server, other)).text(), /correct/);
  });

  it('rejects invalid input', async (t) => {
    const server = await serve(t);
    for (const [body, expected] of [
      [{}, /match.*required/],
      [{ match: { methd: 'GET' } }, /^match\.methd is not known \(did you mean method\?\)/],
      [{ match: {}, cuont: 1 }, /^cuont is not known \(did you mean count\?\)/],
      [{ match: [] }, /^match must be /],
      [{ match: {}, count: -1 }, /^count must be >= 0/],
      [
        { match: {}, within: 'soon' },
        /^within must be a number of seconds, or a text such as 2s or 500ms, up to 60s/,
      ],
      [{ match: {}, within: 200 }, /^within must be a number of seconds, .* up to 60s/],
      [{ match: {}, within: '61s' }, /^within must be a number of seconds/],
      [{ match: {}, within: '-1' }, /^within must be a number of seconds/],
      [{ match: {}, after: -1 }, /^after must be >= 0/],
      ['{', /not JSON/],
      ['[]', /^The input must be object\.$/],
      ['', /not JSON/],
      [`${'{"match":'.repeat(200)}{}${'}'.repeat(200)}`, /not JSON/],
    ] as const) {
      const response = await call(server, body);
      assert.equal(
        response.status,
        expected.source === 'not JSON' ? 400 : 422,
        `${JSON.stringify(body)} ${response.text()}`,
      );
      assert.match(JSON.parse(response.text()).detail, expected);
    }
    assert.equal((await call(server, { match: {}, x: 'y'.repeat(70_000) })).status, 413);
    assert.equal((await call(server, { match: {} }, '?secret=show')).status, 400);
  });

  it('gets 409 when the journal is off', async (t) => {
    const server = await serve(t, { journal: 0 });
    assert.equal((await call(server, { match: {} })).status, 409);
  });

  it('gets 503 when the server closes', async (t) => {
    const server = await serve(t);
    const waiting = call(server, { match: {}, within: '60s' });
    // The server reads the requests in the order of their arrival.
    await server.get('/_sparring/ready');
    const startedAt = performance.now();
    await server.close();
    assert.equal((await waiting).status, 503);
    assert.ok(performance.now() - startedAt < 5000);
  });

  it('never counts the requests of another bin', async (t) => {
    const server = await serve(t);
    const bins = Array.from({ length: 50 }, (_, index) => `bin-${index}`);
    const found = await Promise.all(
      bins.map(async (bin) => {
        const waiting = call(server, { match: { bin }, count: 2, within: '20s' });
        await server.get(`/bin/${bin}/get`);
        await server.get('/get', [['Sparring-Bin', bin]]);
        return JSON.parse((await waiting).text()).requests.map((entry: { bin: string }) => entry.bin);
      }),
    );
    assert.deepEqual(
      found,
      bins.map((bin) => [bin, bin]),
    );
  });
});
