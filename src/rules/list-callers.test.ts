import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:http2';
import { describe, it } from 'node:test';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { pipeline } from '#test/support/wire/burst.ts';
import { serveWorkers } from '#test/support/workers/local-workers.ts';

const RETRY = [{ status: 503 }, { status: 200 }];
const PATH = { path: '/{rest*}' };

type Fields = readonly (readonly [string, string])[];

async function statuses(server: TestServer, path: string, count: number, fields: Fields = []) {
  const all: number[] = [];
  for (let request = 0; request < count; request++) all.push((await server.get(path, fields)).status);
  return all;
}

const key = (value: string): Fields => [['Idempotency-Key', value]];

describe('a list of responses by caller', () => {
  it('begins for each path, header, connection or idempotency key', async (t) => {
    const server = await serve(t);
    const add = (bin: string, by: string) => addRule(server, { bin, match: PATH, respond: RETRY, by });
    add('path', 'path');
    assert.deepEqual(await statuses(server, '/bin/path/a', 2), [503, 200]);
    assert.deepEqual(await statuses(server, '/bin/path/b?c=1', 3), [503, 200, 200]);
    // The path has no prefix of the bin.
    const inBin: Fields = [['Sparring-Bin', 'path']];
    assert.deepEqual(await statuses(server, '/a', 1, inBin), [200]);

    add('user', 'header:X-User');
    for (const user of ['mona', 'lisa', 'x'.repeat(5000), ''])
      assert.deepEqual(await statuses(server, '/bin/user/a', 2, [['x-user', user]]), [503, 200], user);
    assert.deepEqual(await statuses(server, '/bin/user/a', 1, [['X-User', 'mona']]), [200]);

    add('connection', 'connection');
    assert.deepEqual(await statuses(server, '/bin/connection/a', 2), [503, 503]);
    const request = { method: 'GET', path: '/bin/connection/a' };
    const responses = await pipeline(server.port, [request, request]);
    assert.deepEqual(
      responses.map(({ status }) => status),
      [503, 200],
    );

    add('idempotency', 'idempotency');
    for (const fields of [key('"a"'), key('b'), []])
      assert.deepEqual(await statuses(server, '/bin/idempotency/a', 2, fields), [503, 200]);
    assert.deepEqual(await statuses(server, '/bin/idempotency/a', 1, key('a')), [200]);
    const [rule] = server.rules.rulesFor('testing', 'idempotency');
    assert.equal(rule?.applied, 7);
    assert.deepEqual(await statuses(server, '/bin/idempotency/a', 1, key('"')), [400]);
    assert.equal(rule?.applied, 7, 'an invalid key is not counted');

    add('key', 'key');
    assert.deepEqual(await statuses(server, '/bin/key/a', 1), [503]);
    assert.deepEqual(await statuses(server, '/bin/key/b', 1), [200]);
    assert.deepEqual(
      server.rules.list().map(({ bin, by }) => [bin, by]),
      [
        ['connection', 'connection'],
        ['idempotency', 'idempotency'],
        ['key', undefined],
        ['path', 'path'],
        ['user', 'header:X-User'],
      ],
    );
  });

  it('shares the count of the rule, and counts 410 after the last step', async (t) => {
    const server = await serve(t);
    const added = addRule(server, { match: PATH, respond: RETRY, by: 'path', after: 'gone', count: 5 });
    assert.deepEqual(await statuses(server, '/v1/a', 3), [503, 200, 410]);
    assert.deepEqual(await statuses(server, '/v1/b', 3), [503, 200, 404]);
    assert.deepEqual(
      [server.rules.find(null, added.id)?.applied, server.rules.find(null, added.id)?.remaining],
      [5, 0],
    );
  });

  it('gives each of many parallel requests of a caller another step', async (t) => {
    const server = await serve(t);
    const respond = Array.from({ length: 20 }, (_, index) => ({ body: String(index) }));
    addRule(server, { match: PATH, respond, by: 'header:X-User', after: 'gone' });
    const texts = async (user: string) => {
      const responses = await Promise.all(
        Array.from({ length: 25 }, () => server.get('/v1/a', [['X-User', user]])),
      );
      return new Set(responses.filter(({ status }) => status === 200).map((response) => response.text()));
    };
    const both = await Promise.all([texts('mona'), texts('lisa')]);
    assert.deepEqual(
      both.map(({ size }) => size),
      [20, 20],
    );
  });

  it('keeps 1,000 callers, and starts again for the one with the oldest request', async (t) => {
    const server = await serve(t);
    addRule(server, { match: PATH, respond: RETRY, by: 'path' });
    const path = (n: number) => `/v1/${n}`;
    for (let n = 0; n < 1000; n++) assert.equal((await server.get(path(n))).status, 503);
    assert.deepEqual(await statuses(server, path(0), 1), [200]);
    assert.deepEqual(await statuses(server, path(1000), 1), [503]);
    assert.deepEqual(await statuses(server, path(0), 1), [200]);
    assert.deepEqual(await statuses(server, path(1), 1), [503]);
  });

  it('begins again after a restored snapshot, a reset, and when the rule is replaced', async (t) => {
    const server = await serve(t);
    const rule = { id: 'a', match: PATH, respond: RETRY, by: 'path' };
    addRule(server, rule);
    assert.deepEqual(await statuses(server, '/v1/a', 2), [503, 200]);
    await server.rules.restore(await server.rules.snapshot());
    assert.deepEqual(await statuses(server, '/v1/a', 2), [503, 200]);
    await server.rules.change(null, 'a', { priority: 1 });
    assert.deepEqual(await statuses(server, '/v1/a', 1), [200]);
    await server.rules.put(null, 'a', () => server.rules.normalize(rule), 'test');
    assert.deepEqual(await statuses(server, '/v1/a', 1), [503]);
  });

  it('returns the count of a caller whose request cannot carry the effect', async (t) => {
    const server = await serve(t);
    const respond = [{ status: 503, fault: 'framing:content-on-head' }, { status: 200 }];
    addRule(server, { match: PATH, respond, by: 'path' });
    assert.deepEqual(await statuses(server, '/v1/a', 1), [400]);
    assert.deepEqual(await statuses(server, '/v1/a', 1), [400]);
    assert.equal(server.rules.list()[0]?.applied, 0);
  });

  it('distinguishes the connections of HTTP/2, and not their streams', async (t) => {
    const server = await serve(t, { h2c: true });
    addRule(server, { match: PATH, respond: RETRY, by: 'connection' });
    for (let connection = 0; connection < 2; connection++) {
      const session = connect(`http://127.0.0.1:${server.port}`);
      const ask = async () => {
        const [headers] = await once(session.request({ ':path': '/v1/a' }).resume(), 'response');
        return headers[':status'];
      };
      assert.deepEqual([await ask(), await ask()], [503, 200]);
      session.close();
    }
  });

  it('is the same for all workers', async (t) => {
    const [one, two] = await serveWorkers(t, 2);
    assert.ok(one && two);
    const rule = { match: PATH, respond: [...RETRY, { status: 201 }], by: 'path' };
    assert.equal((await one.control('POST', '/rules', rule)).status, 201);
    assert.deepEqual(await statuses(two, '/v1/a', 1), [503]);
    assert.deepEqual(await statuses(one, '/v1/b', 1), [503]);
    assert.deepEqual(await statuses(one, '/v1/a', 1), [200]);
    assert.deepEqual(await statuses(two, '/v1/a', 1), [201]);
    const [id] = JSON.parse((await two.control('GET', '/rules')).text()).rules.map(
      (each: { id: string }) => each.id,
    );
    assert.equal((await two.control('DELETE', `/rules/${id}`)).status, 204);
    assert.equal((await one.control('POST', '/rules', rule)).status, 201);
    assert.deepEqual(await statuses(two, '/v1/a', 1), [503]);
  });

  it('that is invalid is rejected with the pointer', async (t) => {
    const server = await serve(t);
    for (const rule of [
      { respond: {}, by: 'path' },
      { respond: RETRY, by: 'idempotency,replay' },
      { respond: RETRY, by: 'header:' },
      { respond: RETRY, by: 'header:a b' },
      { respond: RETRY, by: 'address' },
      { fault: 'reset', by: 'path' },
    ]) {
      const body = JSON.stringify({ match: PATH, ...rule });
      const response = await server.send({ method: 'POST', path: '/_sparring/rules', body });
      assert.equal(response.status, 422, body);
      const message =
        'respond' in rule && Array.isArray(rule.respond)
          ? 'must be one of key, path, connection, header:NAME, idempotency'
          : 'must be beside a list in respond';
      assert.deepEqual(JSON.parse(response.text()).problems, [{ pointer: '/by', message }]);
    }
  });
});
