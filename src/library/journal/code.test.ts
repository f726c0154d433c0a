import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { type SparringServer, start } from '../index.ts';

/** A matcher as those of Jest and Vitest. */
const objectContaining = (sample: object) => ({
  sample,
  asymmetricMatch: (value: unknown) =>
    Object.entries(sample).every(([name, expected]) => Reflect.get(Object(value), name) === expected),
  toString: () => 'ObjectContaining',
});
const stringMatching = (sample: RegExp) => ({
  sample,
  asymmetricMatch: (value: unknown) => sample.test(String(value)),
  toString: () => 'StringMatching',
});
const anyString = { asymmetricMatch: (value: unknown) => typeof value === 'string', toString: () => 'Any' };

const text = async (response: Response | Promise<Response>) => (await response).text();
const post = (server: SparringServer, path: string, value: unknown) =>
  fetch(server.url + path, { method: 'POST', body: JSON.stringify(value) });

describe('a handler', () => {
  for (const journal of [0, 100])
    it(`responds to requests, ${journal === 0 ? 'without' : 'with'} a journal`, async () => {
      await using server = await start({ journal, h2c: true });
      const users = server.respond('GET /v1/users/{id:int}/{name}', (request, { params, n }) => {
        const id: number = params.id;
        const name: string = params.name;
        return { status: 201, json: { id, name, n, method: request.method, query: request.query } };
      });
      const first = await fetch(`${server.url}/v1/users/5/a%2Fb?c=1`);
      assert.equal(first.status, 201);
      assert.deepEqual(await first.json(), { id: 5, name: 'a/b', n: 1, method: 'GET', query: [['c', '1']] });
      const { body } = await requestHttp2(server.url, { path: '/v1/users/6/x' });
      assert.deepEqual(JSON.parse(String(body)).n, 2);
      assert.equal(users.applied, 2);
      users.update(async () => ({ body: 'changed' }));
      assert.equal(await text(fetch(`${server.url}/v1/users/5/b`)), 'changed');
    });

  it('reads the body, of which the endpoint gets the same bytes', async () => {
    await using server = await start({ maxBodySize: 100 });
    const seen: unknown[] = [];
    server.respond('POST /anything', async (request) => {
      await Promise.resolve();
      seen.push(request.json());
    });
    const answer = await post(server, '/anything', { a: 1 });
    assert.deepEqual(Object(await answer.json()).json, { a: 1 });
    assert.deepEqual(seen, [{ a: 1 }]);
    assert.equal((await post(server, '/anything', 'x'.repeat(200))).status, 413);
  });

  it('that returns undefined declines, and is not counted', async () => {
    await using server = await start();
    server.respond('/a', { body: 'next' });
    const declining = server.respond('/a', () => undefined, { count: 1 });
    assert.equal(await text(fetch(`${server.url}/a`)), 'next');
    assert.equal(await text(fetch(`${server.url}/a`)), 'next');
    assert.equal(declining.applied, 0);
    // The journal names the rules that applied, and the one that declined is none.
    const { rules = [] } = server.journal.all().at(-1) ?? {};
    assert.deepEqual([rules.length, rules.some(({ id }) => id === declining.id)], [1, false]);
    declining.update(({ url }) => ({ body: url }));
    assert.equal(await text(fetch(`${server.url}/a?x`)), `${server.url}/a?x`);
    assert.deepEqual([await text(fetch(`${server.url}/a`)), declining.applied], ['next', 1]);
  });

  it('can return a Response', async () => {
    await using server = await start({ h2c: true });
    server.respond(
      '/a',
      () => new Response('<script>', { status: 202, headers: { 'Content-Type': 'text/html', 'X-A': '1' } }),
    );
    const answer = await fetch(`${server.url}/a`);
    assert.deepEqual(
      [
        answer.status,
        await answer.text(),
        answer.headers.get('X-A'),
        answer.headers.get('Content-Security-Policy'),
      ],
      [202, '<script>', '1', 'sandbox'],
    );
    assert.equal(String((await requestHttp2(server.url, { path: '/a' })).body), '<script>');
    server.respond('/b', () => {
      const headers = new Headers();
      headers.append('Set-Cookie', 'a=1');
      headers.append('Set-Cookie', 'b=2');
      return new Response(null, { status: 204, headers });
    });
    const empty = await fetch(`${server.url}/b`);
    assert.deepEqual([empty.status, empty.headers.getSetCookie()], [204, ['a=1', 'b=2']]);
    const head = await fetch(`${server.url}/a`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [202, '']);
  });

  it('gets 500 with the ID of its rule and its place for an error, which the test can read', async () => {
    await using server = await start({ maxDuration: '100ms' });
    const used = new Response('x');
    await used.text();
    for (const [handler, message] of [
      [
        () => {
          throw new Error('broken');
        },
        /broken/,
      ],
      [
        async () => {
          throw new Error('later');
        },
        /later/,
      ],
      [() => new Promise<undefined>(() => {}), /0\.1 s/],
      [() => JSON.parse('{"stauts":200}'), /stauts is not known \(did you mean status\?\)/],
      [() => ({ headers: { 'Clear-Site-Data': '"*"' } }), /--allow-origin-headers/],
      [() => ({ cookie: 'sparring_session=1' }), /--allow-origin-headers/],
      [() => new Response('', { headers: { 'Set-Cookie': 'sparring_session=1' } }), /--allow-origin-headers/],
      [() => new Response('', { headers: { 'Clear-Site-Data': '"*"' } }), /--allow-origin-headers/],
      [() => used, /read already/],
    ] as const) {
      const stub = server.respond('/a', handler);
      const answer = await fetch(`${server.url}/a`);
      assert.equal(answer.status, 500, String(message));
      const shown = await answer.text();
      assert.match(shown, new RegExp(`The code of the rule ${stub.id} \\(code\\.test\\.ts:\\d+\\) failed`));
      assert.match(shown, message);
      assert.equal(server.rules.errors().at(-1)?.id, stub.id);
      assert.match(String(server.rules.errors().at(-1)?.error), message);
      stub.remove();
    }
    server.rules.clear();
    assert.deepEqual(server.rules.errors(), []);
  });

  it('whose stream fails after the head of the response is an error too, and the entry shows it', async () => {
    await using server = await start({ h2c: true });
    const encoder = new TextEncoder();
    const failing = (start: (controller: ReadableStreamDefaultController) => void) => () => {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode('first'));
        },
        pull: start,
      });
      return new Response(stream);
    };
    const iterable = (next: () => Promise<unknown>) => () =>
      Reflect.construct(Response, [
        {
          async *[Symbol.asyncIterator]() {
            yield encoder.encode('first');
            yield await next();
          },
        },
      ]);
    for (const [handler, message] of [
      [failing((controller) => controller.error(new Error('broken'))), /broken/],
      [failing(() => Promise.reject(new Error('pull'))), /pull/],
      [failing((controller) => controller.enqueue(7)), /bytes or text, not a number/],
      [iterable(() => Promise.reject(new Error('iterator'))), /iterator/],
    ] as const) {
      const stub = server.respond('/a', handler);
      for (const request of [
        () => fetch(`${server.url}/a`),
        () => requestHttp2(server.url, { path: '/a' }),
      ]) {
        const count = server.rules.errors().length;
        await request()
          .then((response: object) => (response instanceof Response ? response.text() : response))
          .catch(() => undefined);
        const entry = await server.journal.next({ rule: stub.id }, { until: 'done' });
        assert.deepEqual(entry.rules, [
          { id: stub.id, bin: null, phase: 'respond', step: null, failed: true },
        ]);
        const errors = server.rules.errors();
        assert.equal(errors.length, count + 1, String(message));
        assert.match(String(errors.at(-1)?.error), message);
        assert.match(errors.at(-1)?.source ?? '', /^code\.test\.ts:\d+$/);
      }
      assert.match(server.journal.report(), /rule \d+ failed/);
      stub.remove();
    }
  });

  it('whose stream is not read to its end is cancelled, and an error of that is one of the rule', async () => {
    await using server = await start();
    let cancelled = Promise.withResolvers<void>();
    const cancel = () => {
      cancelled.resolve();
      throw new Error('cancel');
    };
    const streaming = (source: UnderlyingDefaultSource) => () =>
      new Response(new ReadableStream({ ...source, cancel }));
    server.respond('/a', streaming({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) }));
    const aborted = async () => {
      const { body } = await fetch(`${server.url}/a`);
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
    };
    const idle = async () => {
      const once = streaming({ start: (controller) => controller.enqueue('a') });
      server.respond('/a', once, { count: 1 });
      await aborted();
    };
    const head = () => fetch(`${server.url}/a`, { method: 'HEAD' });
    const faulty = async () => {
      server.rules.add({ match: { path: '/a' }, fault: 'reset@headers' });
      await assert.rejects(fetch(`${server.url}/a`).then((response) => response.text()));
    };
    for (const [index, request] of [aborted, idle, head, faulty].entries()) {
      cancelled = Promise.withResolvers();
      await request();
      await cancelled.promise;
      await setImmediate();
      assert.deepEqual(
        server.rules.errors().map(({ error }) => String(error)),
        Array(index + 1).fill('Error: cancel'),
      );
    }
    assert.ok(server.journal.all({ path: '/a' }).every(({ rules }) => rules.some(({ failed }) => failed)));
  });

  it('is an object, a Response or undefined', async () => {
    await using server = await start();
    for (const [value, shown] of [
      ['hello', 'a string'],
      [null, 'null'],
      [[{}], 'a list'],
      [5, 'a number'],
    ] as const) {
      const { remove } = Reflect.apply(server.respond, server, ['/a', () => value]);
      const answer = await text(fetch(`${server.url}/a`));
      assert.match(answer, new RegExp(`A handler returns an object such as .*, not ${shown}\\.`));
      remove();
    }
  });

  it('is not a part of a response', async () => {
    await using server = await start();
    for (const [response, message] of [
      [
        { json: { id: anyString } },
        'respond.json.id is a matcher of a test runner, which only a match can have.',
      ],
      [{ json: [() => 1] }, /^respond\.json\.0 is a function, which is not JSON/],
      [[{ status: 503 }, () => ({})], /^respond\.1 is a function/],
      [{ json: { id: 5n } }, /^respond\.json\.id is a bigint/],
    ] as const) {
      const expected = { name: 'UsageError', message };
      assert.throws(() => Reflect.apply(server.respond, server, ['/a', response]), expected);
      assert.throws(() => Reflect.apply(server.respond('/b', {}).update, undefined, [response]), expected);
    }
    const at = new Date(0);
    server.respond('/a', { json: { at, none: undefined } });
    assert.equal(await text(fetch(`${server.url}/a`)), '{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it('is shown by its place, and responds to pipelined requests in order', async () => {
    await using server = await start();
    const { id } = server.respond({ path: /^\/p/ }, async (_, { n }) => {
      await new Promise((resolve) => setTimeout(resolve, n === 1 ? 20 : 0));
      return { body: String(n) };
    });
    const listed = await (await fetch(`${server.url}/_sparring/rules/${id}`)).json();
    assert.deepEqual(listed.computed, ['/match/path', '/respond']);
    assert.deepEqual([listed.match, listed.respond], [{}, undefined]);
    assert.match(listed.source, /^code\.test\.ts:\d+$/);
    assert.throws(() => server.rules.export(), {
      name: 'UsageError',
      message: /code.*: 1 \(code\.test\.ts:\d+\)/,
    });
    assert.equal((await fetch(`${server.url}/_sparring/rules/export`)).status, 409);
    const request = 'GET /p HTTP/1.1\r\nHost: a\r\n\r\n';
    const responses = await exchangeBytes(server.port, request.repeat(3), ['GET', 'GET', 'GET']);
    assert.deepEqual(
      responses.map((answer) => answer.text()),
      ['1', '2', '3'],
    );
  });
});

describe('code in a match', () => {
  it('selects the requests of rules', async () => {
    await using server = await start();
    const cases = [
      [{ path: /^\/a\d$/g }, '/a1', '/ab'],
      [{ path: (path: string) => path.length === 3 }, '/ab', '/abc'],
      [{ query: { x: /1/ } }, '/?x=2&x=1', '/get'],
      [{ headers: { 'User-Agent': anyString, 'X-None': { absent: true } } }, '/x', undefined],
      [{ method: { one_of: ['GET'] }, not: { path: /c$/ } }, '/ab', '/abc'],
      [{ any_of: [{ path: '/a' }, { path: /b$/ }] }, '/xb', '/xc'],
      [({ path }: { path: string }) => path === '/whole', '/whole', '/other'],
      [{ not: ({ path }: { path: string }) => path === '/whole' }, '/other', '/whole'],
    ] as const;
    for (const [match, yes, no] of cases) {
      const { remove } = server.respond(match, { status: 299 });
      assert.equal((await fetch(server.url + yes)).status, 299, `${String(match)} ${yes}`);
      if (no !== undefined) assert.notEqual((await fetch(server.url + no)).status, 299, no);
      remove();
    }
    for (const [body, yes, no] of [
      [
        { json: { user: objectContaining({ name: 'Mona' }), id: anyString } },
        { user: { name: 'Mona', x: 1 }, id: '' },
        { user: { name: 'x' }, id: '' },
      ],
      [{ json: [anyString, 1] }, ['a', 1], [1, 1]],
      [{ at: { '/a': objectContaining({ b: 1 }) } }, { a: { b: 1 } }, { a: {} }],
      [{ text: /"b"/ }, { b: 1 }, { a: 1 }],
      [/"b"/, { b: 1 }, { a: 1 }],
      [
        { graphql: { variables: { id: anyString } } },
        { query: '{a}', variables: { id: '1' } },
        { query: '{a}', variables: { id: 1 } },
      ],
    ] as const) {
      const { remove } = server.respond({ body }, { status: 299 });
      assert.equal((await post(server, '/a', yes)).status, 299, JSON.stringify(yes));
      assert.notEqual((await post(server, '/a', no)).status, 299, JSON.stringify(no));
      remove();
    }
    const [rule] = server.rules.add([{ match: { path: /^\/a/ }, error: { status: 503 } }]);
    assert.deepEqual([rule?.phase, rule?.computed], ['request', ['/match/path']]);
    assert.equal((await fetch(`${server.url}/a`)).status, 503);
  });

  it('selects the requests of the journal', async () => {
    await using server = await start();
    for (const path of ['/get?a=1', '/status/201', '/get?a=2']) await text(fetch(server.url + path));
    await post(server, '/anything', { user: 'Mona', at: 5 });
    const { journal } = server;
    assert.equal(journal.count({ path: /^\/get$/ }), 2);
    assert.equal(journal.count({ query: { a: (value) => Number(value) > 1 } }), 1);
    assert.equal(
      journal.count(({ url }) => url.endsWith('a=2')),
      1,
    );
    assert.equal(journal.count({ body: { json: objectContaining({ user: 'Mona' }) } }), 1);
    journal.verify({ body: { json: { user: anyString } } }, 1);
    const targets = [await journal.next({ path: /get/ }), await journal.next({ path: /get/ })];
    assert.deepEqual(
      targets.map(({ request }) => request.target),
      ['/get?a=1', '/get?a=2'],
    );
    const waiting = journal.waitFor((request) => request.path === '/late');
    await text(fetch(`${server.url}/late`));
    assert.equal((await waiting).request.path, '/late');
    assert.throws(() => journal.verify({ path: /none/ }), /expected a text like \/none\//);
    await text(fetch(`${server.url}/v1/users/5`));
    assert.throws(() => journal.verify({ path: '/v1/users/:id' }), {
      message:
        /expected \/v1\/users\/:id, got \/v1\/users\/5 \(a part of the path is written \/v1\/users\/\{id\}\)/,
    });
    assert.throws(() => journal.verify({ path: '/v2/users/:id' }), { message: /got \/v1\/users\/5$/m });
    const nested = objectContaining({ user: stringMatching(/^L/), list: [anyString], at: /x/ });
    assert.throws(() => journal.verify({ body: { json: nested } }), {
      message:
        /expected ObjectContaining \{"user":"StringMatching \/\^L\/","list":\["Any"\],"at":"\/x\/"\}, got \{/,
    });
    assert.throws(() => journal.verify({ body: { json: { user: stringMatching(/^L/) } } }), {
      message: /body \.user: expected StringMatching \/\^L\/, got "Mona"/,
    });
    const bin = server.bin('b');
    await text(fetch(`${bin.url}/get`));
    assert.equal(
      bin.journal.count(({ path }) => path === '/get'),
      1,
    );
    assert.equal(bin.journal.count({ path: /get/ }), 1);
  });

  it('that fails gives 500 for a rule, and throws for the journal', async () => {
    await using server = await start();
    const fail = () => {
      throw new Error('broken');
    };
    const stub = server.respond({ path: fail }, { status: 299 });
    const answer = await fetch(`${server.url}/get`);
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /code of the rule 1 .* failed: broken/);
    assert.equal(server.rules.errors().length, 1);
    assert.equal(stub.applied, 0);
    stub.remove();
    const later = server.respond((async () => true) as never, { status: 299 });
    assert.match(await text(fetch(`${server.url}/get`)), /must not return a promise/);
    later.remove();
    assert.throws(() => server.journal.count({ path: fail }), { name: 'UsageError', message: /broken/ });
    await assert.rejects(server.journal.next({ path: fail }, { within: '10ms' }), {
      name: 'UsageError',
      message: /broken/,
    });
    const waiting = server.journal.next({ path: fail, query: { x: '1' } }, { within: '100ms' });
    waiting.catch(() => {});
    assert.equal((await fetch(`${server.url}/get?x=1`)).status, 200);
    await assert.rejects(waiting, /broken/);
  });

  it('is checked with its data', async () => {
    await using server = await start();
    for (const [match, message] of [
      [{ methd: /x/ }, /methd is not known \(did you mean method\?\)/],
      [{ query: { a: [/x/] } }, /match\.query\.a/],
      [{ body: { jsn: anyString } }, /jsn/],
      [{ status: /x/ }, /status/],
    ] as const)
      assert.throws(
        () => Reflect.apply(server.respond, server, [match, {}]),
        { name: 'UsageError', message },
        String(message),
      );
    assert.deepEqual(server.rules.list(), []);
  });
});
