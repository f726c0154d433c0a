import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { members } from '#test/support/accounts/api.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { until } from '#test/support/until.ts';

/** A server, and a function that begins a bin for a test. */
async function open(t: Parameters<typeof serveControlled>[0], options: object = {}) {
  const server = await serveControlled(t, { runtime: createRuntime(), tlsPort: 0, h2c: true, ...options });
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown> & { status: number }> => {
    const response = await server.control(method, path, body);
    return { ...(response.text() === '' ? {} : members(response)), status: response.status };
  };
  const begin = async (name: string) => {
    const { status, ...scope } = await call('POST', '/bins', { name });
    assert.equal(status, 201);
    return scope as { key: string; url: string; tlsUrl: string; h2cUrl: string };
  };
  return { ...server, call, begin };
}

describe('the bin of a test', () => {
  it('has a key from any name, and ports of its own', async (t) => {
    const { begin, call } = await open(t);
    const one = await begin('tests/test_users.py::test_é[Straße 1]');
    assert.match(one.key, /^tests-test_users\.py-test_e-stra-e-1-?-[0-9a-f]{12}$/);
    assert.equal(one.h2cUrl, one.url);
    assert.match(one.tlsUrl, /^https:\/\/127\.0\.0\.1:\d+$/);
    const other = await begin('????');
    await call('POST', '/rules', { bin: one.key, match: 'GET /login', respond: { body: 'one' } });
    await call('POST', '/rules', { bin: other.key, match: 'GET /login', respond: { body: 'other' } });
    // A client that joins an absolute path stays in its bin.
    for (const [{ url }, text] of [
      [one, 'one'],
      [other, 'other'],
    ] as const)
      assert.equal(await (await fetch(new URL('/login', `${url}/base`))).text(), text);
    assert.equal((await fetch(`${one.url}/_sparring/clock`)).status, 404);
    assert.equal((await fetch(`${one.url}/get`)).status, 200);
    const found = await call('POST', '/requests/verify', { bin: one.key, match: 'GET /login', count: 1 });
    assert.equal(found.status, 200);
  });

  it('ends with its findings, its ports and its rules', async (t) => {
    const { begin, call, url } = await open(t);
    const { key, url: base } = await begin('t');
    await call('POST', '/rules', { bin: key, match: 'GET /users/1', respond: { json: {} } });
    assert.equal((await fetch(`${base}/users/1/`)).status, 404);
    assert.match(String((await call('GET', `/bins/${key}/report`)).report), /#1 GET \/users\/1\/ 404/);
    const ended = await call('POST', `/bins/${key}/end`, {});
    assert.equal(ended.passed, false);
    assert.match(String(ended.detail), /Nearest, \w+: GET \/users\/1\n.*a slash more at the end/s);
    const requests = `Requests of this test (1): · ${url}/_sparring/inspector?bin=${key}\n  #1 GET /users/1/ 404 · matched no rule`;
    assert.equal(ended.report, `${ended.detail}\n${requests}`);
    await assert.rejects(fetch(`${base}/users/1`));
    const late = await fetch(`${url}/bin/${key}/users/1`);
    assert.equal(late.status, 404);
    assert.match(await late.text(), /has ended/);
    assert.equal((await call('POST', `/bins/${key}/end`, {})).status, 404);
    assert.equal((await call('POST', '/rules', { bin: key, drop: true })).status, 409);
    assert.deepEqual((await call('GET', `/rules?bin=${key}`)).rules, []);
  });

  it('passes with unmatched requests that are allowed, and waits for requests in progress', async (t) => {
    const { begin, call } = await open(t);
    const { key, url } = await begin('t');
    await call('POST', '/rules', { bin: key, match: '/x', respond: {} });
    await fetch(`${url}/unknown`);
    const slow = fetch(`${url}/delay/0.3`).then(({ status }) => status);
    await call('POST', '/requests/await', { bin: key, match: '/delay/0.3', within: 10 });
    const [ended, second] = await Promise.all([
      call('POST', `/bins/${key}/end`, { unmatched: false }),
      call('POST', `/bins/${key}/end`, { unmatched: false }),
    ]);
    assert.deepEqual([ended.status, second.status].toSorted(), [200, 404]);
    assert.equal(await slow, 200);
    assert.equal(ended.status === 200 ? ended.passed : second.passed, true);
  });

  it('ends the waits for its requests', async (t) => {
    const { begin, call, send } = await open(t);
    const { key } = await begin('t');
    const waiting = call('POST', '/requests/await', { bin: key, match: '/x', within: 30 });
    await untilInFlight({ send }, 1);
    await call('POST', `/bins/${key}/end`, {});
    const { status, detail } = await waiting;
    assert.deepEqual([status, detail], [409, `The test of the bin ${key} has ended.`]);
  });

  it('reports entries that the journal has dropped', async (t) => {
    const { begin, call } = await open(t, { journal: 4 });
    const { key, url } = await begin('t');
    for (let request = 0; request < 4; request++) await (await fetch(`${url}/get`)).text();
    const dropped = /The journal dropped 2 entries of this test; raise --journal/;
    const none = await call('POST', '/requests/await', { bin: key, match: '/x', count: 0, within: 0 });
    assert.deepEqual([none.status, dropped.test(String(none.detail))], [409, true]);
    const ended = await call('POST', `/bins/${key}/end`, {});
    assert.deepEqual([ended.status, dropped.test(String(ended.detail))], [409, true]);
    await assert.rejects(fetch(`${url}/get`));
  });

  it('is one of at most 500', async (t) => {
    const { call } = await open(t);
    const all = await Promise.all(Array.from({ length: 505 }, () => call('POST', '/bins', { name: 'same' })));
    assert.equal(all.filter(({ status }) => status === 409).length, 5);
    assert.equal(new Set(all.flatMap((each) => ('key' in each ? [each.key] : []))).size, 500);
  });
});

describe('a wait', () => {
  it('takes each request once, also for parallel callers, the oldest first', async (t) => {
    const { begin, call } = await open(t);
    const { key, url } = await begin('t');
    const next = (within: number) =>
      call('POST', '/requests/await', { bin: key, match: 'GET /get', consume: true, within });
    const taken: number[] = [];
    const waiting = Array.from({ length: 12 }, async () => {
      const result = await next(20);
      if ('requests' in result) taken.push(...(result.requests as { id: number }[]).map(({ id }) => id));
      return result.status;
    });
    for (let request = 0; request < 10; request++) await (await fetch(`${url}/get?n=${request}`)).text();
    await until(() => taken.length >= 10);
    assert.deepEqual([taken.length, new Set(taken).size], [10, 10]);
    // Two callers still wait.
    for (let request = 10; request < 12; request++) await (await fetch(`${url}/get?n=${request}`)).text();
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([200]));
    assert.deepEqual([taken.length, new Set(taken).size], [12, 12]);
    assert.equal((await next(0.1)).status, 408);
  });

  it('for no request fails at the first one, and otherwise waits', async (t) => {
    const { begin, call } = await open(t);
    const { key, url } = await begin('t');
    const none = (within: number) =>
      call('POST', '/requests/await', { bin: key, match: 'GET /get', count: 0, within });
    const begun = performance.now();
    assert.deepEqual(await none(0.2), { status: 200, requests: [] });
    assert.ok(performance.now() - begun >= 195);
    const waiting = none(20);
    await fetch(`${url}/get`);
    const { status, detail } = await waiting;
    assert.equal(status, 409);
    assert.match(String(detail), /^Expected no .*\nCame, #\d+: GET \/get$/);
    assert.equal((await none(0)).status, 409);
  });

  it('names no request of another bin', async (t) => {
    const { begin, call } = await open(t);
    const [one, other] = [await begin('one'), await begin('other')];
    await fetch(`${other.url}/secret-path`);
    const { status, detail } = await call('POST', '/requests/await', {
      bin: one.key,
      match: 'GET /x',
      within: 0.05,
    });
    assert.equal(status, 408);
    assert.doesNotMatch(String(detail), /secret-path/);
    assert.match(String(detail), /Other bins have 1\./);
  });
});

it('an entry has path, query and the bytes of its body', async (t) => {
  const { begin, call } = await open(t);
  const { key, url } = await begin('t');
  await fetch(`${url}/post?a=1&a=%20b`, { method: 'POST', body: Buffer.from([0xff, 0, 1]) });
  const { requests } = await call('GET', `/requests?bin=${key}&order=oldest&secrets=show`);
  const [{ request }] = requests as [{ request: Record<string, unknown> }];
  assert.deepEqual(
    [request.path, request.query],
    [
      '/post',
      [
        ['a', '1'],
        ['a', ' b'],
      ],
    ],
  );
  assert.equal(Reflect.get(Object(request.body), 'base64'), '/wAB');
});
