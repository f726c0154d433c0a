import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import {
  type Har,
  JournalTimeout,
  type Match,
  type RecordedExchange,
  type StandardSchema,
  start,
} from '../index.ts';

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

const targets = (exchanges: readonly RecordedExchange[]) => exchanges.map(({ request }) => request.target);

/** The error of a promise that rejects. */
async function errorOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Error, 'the promise rejects');
  return error;
}

describe('journal.next', () => {
  it('resolves with a request that arrived before the call, then with the one after it', async () => {
    await using server = await start();
    const { journal } = server;
    await post(`${server.url}/post`, '{"name":"Mona"}');
    await post(`${server.url}/post`, '{"name":"Lisa"}');
    const first = await journal.next({ method: 'POST', path: '/post' });
    assert.deepEqual(first.request.json(), { name: 'Mona' });
    // The order of the members does not matter.
    assert.equal((await journal.next({ path: '/post', method: 'POST' })).id, 2);
    const { message } = await errorOf(journal.next({ method: 'POST', path: '/post' }, { within: 0 }));
    assert.match(
      message,
      /0 of 1 came; .*\nEarlier calls of next with this match have returned 2 requests\.$/s,
    );
    assert.equal((await journal.next({ method: 'POST' })).id, first.id);
    assert.equal((await journal.waitFor({ method: 'POST', path: '/post' })).id, first.id);
    journal.clear();
    await fetch(`${server.url}/get`);
    assert.equal((await journal.next({ path: '/get' })).id, 3);
  });

  it('resolves each of several calls at a time with another request', async () => {
    await using server = await start();
    const { journal } = server;
    const calls = [1, 2, 3, 4].map(() => journal.next({ path: '/get' }, { within: '5s' }));
    const pair = journal.next({ path: '/get' }, { count: 2, within: '5s' });
    await Promise.all([1, 2, 3, 4, 5, 6].map((number) => fetch(`${server.url}/get?${number}`)));
    const ids = [...(await Promise.all(calls)), ...(await pair)].map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), [1, 2, 3, 4, 5, 6]);
  });

  it('returns a request whose body ends after that of a later one', async (t) => {
    await using server = await start();
    const { journal } = server;
    const socket = connect(server.port, '127.0.0.1').resume();
    t.after(() => socket.destroy());
    socket.write('POST /post?1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na');
    await journal.next({}, { until: 'head' });
    await post(`${server.url}/post?2`, 'abc');
    const post1 = { method: 'POST' };
    assert.equal((await journal.next(post1)).request.target, '/post?2');
    socket.write('bc');
    assert.equal((await journal.next(post1)).request.target, '/post?1');
  });

  it('leaves the requests of a call that failed to the next one', async () => {
    await using server = await start();
    const { journal } = server;
    await fetch(`${server.url}/get`);
    await assert.rejects(journal.next({ path: '/get' }, { count: 2, within: 0 }), JournalTimeout);
    assert.equal((await journal.next({ path: '/get' })).id, 1);
  });

  it('resolves with a request that arrives after the call', async () => {
    await using server = await start();
    const next = server.journal.next({ path: '/get', query: { a: '1' } });
    await fetch(`${server.url}/get?a=0`);
    await fetch(`${server.url}/get?a=1`);
    assert.equal((await next).request.target, '/get?a=1');
  });

  it('ends with the signal of its options, and takes no request after it', async () => {
    await using server = await start();
    const { journal } = server;
    const controller = new AbortController();
    const { signal } = controller;
    const waits = [
      journal.next({ path: '/get' }, { signal, within: '5s' }),
      journal.waitFor({ path: '/get' }, { signal, within: '5s' }),
      journal.expectNone({ path: '/get' }, { signal, within: '5s' }),
    ].map(errorOf);
    controller.abort(new Error('too late'));
    for (const { name, message, cause, stack = '' } of await Promise.all(waits)) {
      assert.deepEqual([name, cause], ['AbortError', signal.reason]);
      assert.match(message, /^The wait was aborted: too late\.(?: Waited [\s\S]*arrived\.)?$/);
      assert.match(stack, /\n {4}at [^\n]*library-journal\.test\.ts/);
    }
    await fetch(`${server.url}/get`);
    assert.equal((await journal.next({ path: '/get' })).id, 1);
    // What has arrived is found, though no time is left.
    assert.equal((await journal.waitFor({ path: '/get' }, { signal })).id, 1);
    const next = await errorOf(journal.next({ path: '/get' }, { signal: AbortSignal.abort() }));
    assert.equal(next.name, 'AbortError');
    assert.match(next.message, /^The wait was aborted\. Waited /);
  });

  it('resolves with a list of the requested length, in the order of arrival', async () => {
    await using server = await start();
    await fetch(`${server.url}/get?1`);
    const next = server.journal.next({ path: '/get' }, { count: 3 });
    for (const number of [2, 3, 4]) await fetch(`${server.url}/get?${number}`);
    assert.deepEqual(targets(await next), ['/get?1', '/get?2', '/get?3']);
    assert.deepEqual(targets(await server.journal.next({ path: '/get' }, { count: 1 })), ['/get?4']);
    assert.deepEqual(targets(await server.journal.waitFor({ path: '/get' }, { count: 1 })), ['/get?1']);
  });

  it('ignores the requests up to `after`', async () => {
    await using server = await start();
    await fetch(`${server.url}/get?1`);
    const first = await server.journal.waitFor();
    const next = server.journal.waitFor({}, { after: first });
    await fetch(`${server.url}/get?2`);
    assert.equal((await next).request.target, '/get?2');
    assert.equal((await server.journal.waitFor({}, { after: first.id })).request.target, '/get?2');
    assert.match(
      (await errorOf(server.journal.waitFor({}, { after: (await next).id, within: 0 }))).message,
      /0 of 1 came; no request arrived\.$/,
    );
  });

  it('waits for the head, the body or the end of the response', async (t) => {
    await using server = await start();
    const socket = connect(server.port, '127.0.0.1').resume();
    t.after(() => socket.destroy());
    socket.write('POST /delay/0.2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\na');
    const head = await server.journal.waitFor({ method: 'POST' }, { until: 'head' });
    assert.deepEqual([head.ms.body, head.ended], [null, null]);
    const error = await errorOf(server.journal.waitFor({ method: 'POST' }, { within: 0.02 }));
    assert.match(
      error.message,
      /0 of 1 came, 1 is incomplete; 1 request arrived\.\nIn progress, #1: POST \/delay\/0\.2$/,
    );
    socket.write('bc');
    const body = await server.journal.waitFor({ method: 'POST' });
    assert.deepEqual([body.request.text(), body.ended, body.response], ['abc', null, null]);
    const done = await server.journal.waitFor({ method: 'POST' }, { until: 'done' });
    assert.deepEqual([done.ended, done.response?.status], ['answered', 200]);
  });

  it('waits for the response if the match has a status', async () => {
    await using server = await start();
    const next = server.journal.next({ status: '4xx' });
    await fetch(`${server.url}/get`);
    await fetch(`${server.url}/status/418`);
    assert.equal((await next).response?.status, 418);
  });

  it('waits in real time, also while the clock is frozen', async () => {
    await using server = await start({ now: 0 });
    const begin = performance.now();
    await assert.rejects(server.journal.next({}, { within: '60ms' }), JournalTimeout);
    assert.ok(performance.now() - begin >= 55);
    const next = server.journal.next({});
    server.clock.advance('1h');
    setTimeout(() => fetch(`${server.url}/get`), 50);
    assert.equal((await next).request.target, '/get');
  });

  it('waits for one second by default', async () => {
    await using server = await start();
    const begin = performance.now();
    await assert.rejects(server.journal.next(), { message: /^Waited 1 s for a request\. / });
    const time = performance.now() - begin;
    assert.ok(time > 950 && time < 5000, `${time}`);
  });

  it('throws UsageError for invalid arguments', async () => {
    await using server = await start();
    const cases: [match: unknown, options: unknown, message: string | RegExp][] = [
      [{ methd: 'GET' }, {}, /^match\.methd: .*did you mean method\?/],
      [{ method: 1 }, {}, /^match\.method: /],
      [
        'GET',
        {},
        /^match must be a path such as \/users, or a method and a path such as GET \/users, not "GET"\.$/,
      ],
      ['get users', {}, /^match must be a path such as /],
      ['GET /get?a=1', {}, /^match\.path: must be a path without a query/],
      [{}, { withn: 1 }, 'next has no option withn (did you mean within?).'],
      [{}, { within: '2 parsecs' }, /^within must be a number of seconds, .*, not "2 parsecs"\.$/],
      [{}, { within: -1 }, /^within must be .*, not -1\.$/],
      [{ status: /x/ }, {}, /^match\.status: must be a number from 100/],
      [{ headers: { 'x-a': [/x/] } }, {}, /^match\.headers\.x-a/],
      [
        { path: 5 },
        {},
        /^match\.path: must be a text, for equality, or an object with one of `is`, `like`, `has`, `one_of` and `absent` \(text is in quotes\)\.$/,
      ],
      [
        { status: '5x' },
        {},
        /^match\.status: must be a number from 100 to 999, or a class of statuses, such as 5xx\.$/,
      ],
      [
        { body: 5 },
        {},
        /^match\.body: must be a text, for equality, or an object with conditions, such as `json`, that must all hold \(text is in quotes\)\.$/,
      ],
      [{ query: { a: 5 } }, {}, /^match\.query\.a: must be a text, for equality/],
      [{}, { within: 61 }, /^within must be a number of seconds, .* up to 60s, not 61\.$/],
      // Milliseconds.
      [
        {},
        { within: 200 },
        /^within must be a number of seconds, or a text such as 2s or 500ms, up to 60s, not 200\.$/,
      ],
      [{}, { count: 0 }, 'count must be a whole number from 1 to 1000000, not 0.'],
      [{}, { count: 1.5 }, /^count must be /],
      [{}, { until: 'end' }, 'until must be head, body or done, not "end".'],
      [{}, { after: 'x' }, 'after must be an entry of the journal or its id, not "x".'],
    ];
    for (const [match, options, message] of cases) {
      const promise = Reflect.apply(server.journal.next, server.journal, [match, options]);
      await assert.rejects(promise, { name: 'UsageError', message }, String(message));
    }
  });
});

describe('journal.verifyOrder', () => {
  it('checks that requests came one after the other, with others between them', async () => {
    await using server = await start();
    const bin = server.bin('b');
    for (const path of ['/bin/b/get', '/headers', '/bin/b/ip', '/bin/b/get'])
      await (await fetch(server.url + path)).text();
    bin.journal.verifyOrder(['GET /get', { path: /^\/i/ }, '/get']);
    server.journal.verifyOrder(['/get', '/headers', '/ip']);
    server.journal.verifyOrder(['/headers', (request) => request.path === '/ip']);
    assert.throws(() => server.journal.verifyOrder(['/get', '/headers', '/post']), {
      name: 'VerificationError',
      message:
        /^Expected after #2 a request to \/post\. 0 of 1 came; 2 requests arrived\.\nNearest, #4, .*: GET \/get\n {2}path: expected \/post, got \/get\n/,
    });
    assert.throws(() => bin.journal.verifyOrder(['/get', '/headers']), {
      message: /^Expected after #1 a request to \/headers\. 0 of 1 came; 2 requests arrived in bin "b"\./,
    });
    assert.throws(() => bin.journal.verifyOrder(['/post']), { message: /^Expected a request to \/post\./ });
    for (const [input, message] of [
      [[], /^The matches must be a list of 1 to 100 matches/],
      ['/get', /^The matches must be a list of 1 to 100 matches, not "\/get"\.$/],
      [[{ pth: '/' }], /^matches\[0\]\.pth: is not known \(did you mean path\?\)/],
      [['/get', { bin: 'c' }], /^matches\[1\]\.bin: must be "b", the bin of this journal\.$/],
    ] as const)
      assert.throws(() => Reflect.apply(bin.journal.verifyOrder, bin.journal, [input]), {
        name: 'UsageError',
        message,
      });
    assert.throws(() => Reflect.apply(bin.journal.verify, bin.journal, [['/get', '/ip']]), {
      message: /^match: must be one match; verifyOrder takes a list\.$/,
    });
    const fail = () => {
      throw new Error('broken');
    };
    assert.throws(() => bin.journal.verifyOrder([fail]), {
      message: /A function of the match failed: broken/,
    });
  });
});

describe('a match', () => {
  it('can be a path, or a method and a path', async () => {
    await using server = await start();
    for (const journal of [server.journal, server.bin('a').journal]) {
      await post(`${server.bin('a').url}/v1/users/5`, 'a');
      const { request } = await journal.next('POST /v1/users/{id:int}');
      assert.equal(request.path, '/v1/users/5');
      journal.verify('/v1/users/5', 1);
      assert.deepEqual([journal.count('GET /v1/{rest*}'), journal.all('/v1/{rest*}').length], [0, 1]);
      await journal.expectNone('/v2', { within: '1ms' });
      const error = await errorOf(journal.waitFor('PUT /v1/users/5', { within: 0 }));
      assert.match(error.message, /^Waited 0 ms for PUT \/v1\/users\/5\./);
      assert.equal(error instanceof JournalTimeout && error.expected, 'PUT /v1/users/5');
      journal.clear();
    }
    assert.throws(() => server.respond('GET v1', {}), {
      name: 'UsageError',
      message: /^match must be a path such as \/users, .*, not "GET v1"\.$/,
    });
  });
});

describe('JournalTimeout', () => {
  it('names the nearest requests and the parts that differ', async () => {
    await using server = await start();
    using bin = server.bin('t1');
    await fetch(`${bin.url}/users/5`, { headers: { 'Idempotency-Key': 'k' } });
    await post(`${bin.url}/users`, '{"name":"mona"}');
    await fetch(`${bin.url}/get`);
    await fetch(`${server.url}/get`);
    const match: Match = {
      method: 'POST',
      path: '/users',
      headers: { 'Idempotency-Key': { like: '*' } },
      body: { json: { name: 'Mona' } },
    };
    const error = await errorOf(bin.journal.next(match, { within: '100ms' }));
    assert.ok(error instanceof JournalTimeout);
    assert.equal(
      error.message.replace(/(Nearest, #2), \d+ ms ago/, '$1, 12 ms ago'),
      [
        'Waited 100 ms for POST /users with header Idempotency-Key. 0 of 1 came; 3 requests arrived in bin "t1".',
        'Nearest, #2, 12 ms ago: POST /users',
        '  header Idempotency-Key: absent',
        '  body .name: expected "Mona", got "mona"',
        'Next, #1: GET /users/5   method: expected POST, got GET',
        'Next, #3: GET /get   method: expected POST, got GET',
      ].join('\n'),
    );
    assert.deepEqual([error.name, error.arrived, error.expected], ['JournalTimeout', 3, match]);
  });

  it('has the nearest requests with their values, and a message with masked credentials', async () => {
    await using server = await start();
    const authorization = 'Bearer correct-horse-battery';
    await fetch(`${server.url}/get?token=correct-horse-battery`, { headers: { authorization } });
    const match = { headers: { Authorization: 'Bearer other' }, query: { token: 'other-secret-value' } };
    const error = await errorOf(server.journal.next(match, { within: 0 }));
    assert.ok(error instanceof JournalTimeout);
    assert.doesNotMatch(error.message, /correct-horse|other-secret/);
    const [nearest] = error.nearest;
    assert.equal(nearest?.exchange.request.headers.get('authorization'), authorization);
    assert.deepEqual(
      nearest?.differences.map(({ part }) => part),
      ['query token', 'header Authorization'],
    );
  });
});

describe('the end of a wait', () => {
  it('is an error when the server closes, and the journal can still be read', async () => {
    const server = await start();
    await fetch(`${server.url}/get`);
    const waiting = errorOf(server.journal.next({ method: 'POST' }, { within: '1m' }));
    const inBin = errorOf(server.bin('t1').journal.next({}, { within: '1m' }));
    await server.close();
    assert.match(
      (await waiting).message,
      /^The server is closed\. Waited \d+ ms for POST\. 0 of 1 came; 1 request arrived\.\nNearest, #1, /,
    );
    assert.match((await inBin).message, /^The server or the bin is closed\. .* in bin "t1"\./);
    assert.equal(server.journal.count(), 1);
    assert.equal((await server.journal.next({ method: 'GET' })).request.target, '/get');
    const late = await errorOf(server.journal.next({ method: 'POST' }, { within: '1m' }));
    assert.deepEqual([late.name, late.message.slice(0, 21)], ['UsageError', 'The server is closed.']);
  });

  it('is a result when a request in progress completes while the server closes', async () => {
    const server = await start();
    const answer = fetch(`${server.url}/drip?duration=0.2&numbytes=2`);
    await server.journal.waitFor({ path: '/drip' });
    const done = server.journal.waitFor({ path: '/drip' }, { until: 'done', within: '10s' });
    await Promise.all([server.close(), answer.catch(() => {})]);
    assert.equal((await done).request.path, '/drip');
  });
});

describe('the recorded requests', () => {
  it('are listed, counted and compared with an expectation', async () => {
    await using server = await start();
    for (const path of ['/get?1', '/status/404', '/get?2']) await fetch(server.url + path);
    const { journal } = server;
    assert.deepEqual(targets(journal.all({ path: '/get' })), ['/get?1', '/get?2']);
    assert.equal(journal.all().length, 3);
    assert.equal(journal.last({ path: '/get' })?.request.target, '/get?2');
    assert.equal(journal.last({ path: '/post' }), undefined);
    assert.deepEqual([journal.count(), journal.count({ endpoint: '/status/{codes}' })], [3, 1]);
    journal.verify({ path: '/get' }, 2);
    journal.verify({}, { min: 3 });
    journal.verify({ path: '/post' }, { max: 0 });
    assert.throws(() => journal.verify({ method: 'POST', path: '/get' }, 1), {
      name: 'VerificationError',
      message:
        /^Expected POST \/get\. 0 of 1 came; 3 requests arrived\.\nNearest, #3, .*: GET \/get\n {2}method: expected POST, got GET\nNext, #1: /,
    });
    assert.throws(() => journal.verify({ path: '/get' }, { max: 1 }), {
      message:
        /^Expected a request to \/get\. 2 came instead of at most 1; .*\nCame, #1: GET \/get\?1\nCame, #3: GET \/get\?2$/s,
    });
    journal.verify();
    assert.throws(() => journal.verify({ path: '/post' }), { message: /0 came instead of at least 1/ });
    for (const count of [-1, 'x', { min: 2, max: 1 }, { mn: 1 }, null])
      assert.throws(() => Reflect.apply(journal.verify, journal, [{}, count]), { name: 'UsageError' });
    journal.clear();
    journal.verify({}, 0);
  });

  it('can be none within a time', async () => {
    await using server = await start();
    const { journal } = server;
    await fetch(`${server.url}/get`);
    const begin = performance.now();
    await journal.expectNone({ path: '/post' }, { within: '60ms' });
    assert.ok(performance.now() - begin >= 55);
    await assert.rejects(journal.expectNone(), {
      name: 'VerificationError',
      message: 'Expected no request that matches; 1 came.\nCame, #1: GET /get',
    });
    const none = assert.rejects(journal.expectNone({ method: 'POST' }, { after: 1, within: '5s' }), {
      message: /\nCame, #2: POST \/post$/,
    });
    await post(`${server.url}/post`, 'a');
    await none;
    await assert.rejects(Reflect.apply(journal.expectNone, journal, [{}, { count: 1 }]), {
      name: 'UsageError',
    });
  });

  it('have accessors for fields, query and forms', async () => {
    await using server = await start();
    await exchangeBytes(
      server.port,
      'POST /anything/a%20b?x=1&x=%C3%A9 HTTP/1.1\r\nHost: h\r\nX-a: 1\r\nx-A: 2\r\nConnection: close\r\n' +
        'Content-Type: application/x-www-form-urlencoded; charset=utf-8\r\nContent-Length: 12\r\n\r\na=1&a=%C3%A9',
    );
    const { request, response } = await server.journal.next({}, { until: 'done' });
    assert.equal(request.headers.get('x-A'), '1, 2');
    assert.equal(request.headers.get('x-b'), null);
    assert.deepEqual(request.headerLines.slice(1, 3), [
      ['X-a', '1'],
      ['x-A', '2'],
    ]);
    assert.deepEqual(request.trailerLines, []);
    assert.equal(request.path, '/anything/a%20b');
    assert.deepEqual(request.query, [
      ['x', '1'],
      ['x', 'é'],
    ]);
    assert.deepEqual(
      [...request.formData()],
      [
        ['a', '1'],
        ['a', 'é'],
      ],
    );
    assert.equal(request.text(), 'a=1&a=%C3%A9');
    assert.deepEqual(Buffer.from(request.bytes()).toString(), 'a=1&a=%C3%A9');
    assert.equal(response?.headers.get('content-type'), 'application/json');
    assert.throws(() => request.json(), /^UsageError: The body is not JSON, but "a=1&a=%C3%A9"\.$/);
    assert.throws(
      () => request.multipart(),
      /the type application\/x-www-form-urlencoded; charset=utf-8, not multipart\/form-data\.$/,
    );
  });

  it('have the parts of multipart bodies, and the cookies of a response', async () => {
    await using server = await start();
    const body = new FormData();
    body.append('name', 'Mona');
    body.append('file', new Blob([Buffer.from([0, 255])], { type: 'image/png' }), 'a.png');
    await fetch(`${server.url}/post`, { method: 'POST', body });
    await fetch(`${server.url}/cookies/set?a=1&b=2`, { redirect: 'manual' });
    const { request } = await server.journal.next();
    const [name, file] = request.multipart();
    assert.deepEqual(
      [name?.name, name?.filename, String.fromCharCode(...(name?.content ?? []))],
      ['name', null, 'Mona'],
    );
    assert.deepEqual([file?.name, file?.filename, [...(file?.content ?? [])]], ['file', 'a.png', [0, 255]]);
    assert.deepEqual(file?.headerLines.at(-1), ['Content-Type', 'image/png']);
    const form = request.formData();
    assert.deepEqual([...form.keys()], ['name', 'file']);
    assert.equal(form.get('name'), 'Mona');
    const sent = form.get('file');
    assert.ok(sent instanceof File);
    assert.deepEqual([sent.name, sent.type, [...(await sent.bytes())]], ['a.png', 'image/png', [0, 255]]);
    const redirect = await server.journal.next({ path: '/cookies/set' }, { until: 'done' });
    assert.throws(() => redirect.request.formData(), {
      message: 'The body has no type, not application/x-www-form-urlencoded or multipart/form-data.',
    });
    assert.equal(redirect.response?.headers.getSetCookie().length, 2);
  });

  it('have form data in the charset of its media type', async () => {
    await using server = await start();
    const dataOf = async (body: Uint8Array<ArrayBuffer>, type: string) => {
      await fetch(`${server.url}/post`, { method: 'POST', body, headers: { 'Content-Type': type } });
      return [...(await server.journal.next()).request.formData()];
    };
    const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
    const form = 'application/x-www-form-urlencoded';
    assert.deepEqual(await dataOf(latin1('ü=%E9'), `${form}; charset=iso-8859-1`), [['ü', 'é']]);
    assert.deepEqual(await dataOf(new Uint8Array(Buffer.from('a=文')), form), [['a', '文']]);
    const part = 'Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=iso-8859-1';
    const multipart = latin1(`--x\r\n${part}\r\n\r\né\r\n--x--\r\n`);
    assert.deepEqual(await dataOf(multipart, 'multipart/form-data; boundary=x'), [['a', 'é']]);
  });

  it('have JSON of a schema', async () => {
    await using server = await start();
    await post(`${server.url}/post`, '{"name":"Mona"}');
    const { request } = await server.journal.next();
    const schemaOf = <Output>(validate: StandardSchema<Output>['~standard']['validate']) => ({
      '~standard': { version: 1 as const, vendor: 'test', validate },
    });
    const seen: unknown[] = [];
    const name: number = request.json(
      schemaOf((value) => {
        seen.push(value);
        return { value: 4 };
      }),
    );
    assert.deepEqual([name, seen], [4, [{ name: 'Mona' }]]);
    const issues = [{ message: 'is no number', path: ['name', { key: 0 }] }, { message: 'is old' }];
    assert.throws(() => request.json(schemaOf(() => ({ issues }))), {
      name: 'VerificationError',
      message: 'The body does not match the schema:\n  /name/0: is no number\n  is old',
    });
    assert.throws(() => request.json(schemaOf(async () => Promise.reject(new Error('late')))), {
      name: 'UsageError',
      message: 'The schema is asynchronous; use one that checks at once.',
    });
  });

  it('report bodies that are truncated', async () => {
    await using server = await start({ journalBodySize: 4 });
    await post(`${server.url}/post`, '[1,2,3]', { 'Content-Type': 'application/x-www-form-urlencoded' });
    const { request } = await server.journal.next();
    const { body } = request;
    assert.deepEqual([body.length, body.kept, body.truncated, request.text()], [7, 4, true, '[1,2']);
    const message = 'The journal keeps 4 of the 7 bytes of the body; increase journalBodySize.';
    assert.throws(() => request.json(), { name: 'UsageError', message });
    assert.throws(() => request.formData(), { name: 'UsageError', message });
  });
});

describe('events', () => {
  it('are reported until the listener is removed', async () => {
    await using server = await start();
    const seen: string[] = [];
    const removers = (['request', 'body', 'done'] as const).map((event) =>
      server.journal.on(event, ({ request }) => seen.push(`${event} ${request.method}`)),
    );
    await fetch(`${server.url}/get`);
    await server.journal.next({ method: 'GET' }, { until: 'done' });
    await post(`${server.url}/post`, 'x');
    await server.journal.next({ method: 'POST' }, { until: 'done' });
    for (const remove of removers) remove();
    await fetch(`${server.url}/get`);
    assert.deepEqual(seen, ['request GET', 'body GET', 'done GET', 'request POST', 'body POST', 'done POST']);
    assert.throws(() => Reflect.apply(server.journal.on, server.journal, ['requst', () => {}]), {
      message: 'The event must be one of request, body, done, not "requst" (did you mean request?).',
    });
    assert.throws(() => Reflect.apply(server.journal.on, server.journal, ['done', 1]), {
      name: 'UsageError',
    });
  });
});

describe('an iteration', () => {
  it('has the complete exchanges of the past and the future, and ends with the server', async () => {
    const server = await start();
    await fetch(`${server.url}/get?1`);
    const seen: string[] = [];
    const iteration = (async () => {
      for await (const { request, ended } of server.journal) seen.push(`${request.target} ${ended}`);
    })();
    await fetch(`${server.url}/get?2`);
    await fetch(`${server.url}/get?3`);
    await server.close();
    await iteration;
    assert.deepEqual(seen, ['/get?1 answered', '/get?2 answered', '/get?3 answered']);
  });

  it('can end early', async () => {
    await using server = await start();
    await fetch(`${server.url}/get?1`);
    for await (const { request } of server.journal) {
      assert.equal(request.target, '/get?1');
      break;
    }
  });
});

describe('exports', () => {
  const authorization = 'Bearer correct-horse-battery';

  it('are archives, snippets and differences, with masked credentials by default', async () => {
    await using server = await start();
    await fetch(`${server.url}/get?a=1`, { headers: { authorization } });
    await fetch(`${server.url}/get?a=2`, { headers: { authorization } });
    await fetch(`${server.url}/status/404`);
    const { journal } = server;
    const urls = ({ log }: Har) => log.entries.map(({ request }) => request.url);
    assert.deepEqual(urls(journal.har({ match: { path: '/get' } })), [
      `${server.url}/get?a=1`,
      `${server.url}/get?a=2`,
    ]);
    assert.equal(journal.har().log.entries.length, 3);
    const [one, other] = await journal.next({ path: '/get' }, { count: 2 });
    assert.ok(one && other);
    assert.match(journal.snippet(one, 'curl'), /^curl .*\/get\?a=1/s);
    assert.match(journal.snippet(one, 'http', { secrets: 'show' }), /^GET \/get\?a=1 HTTP\/1\.1\r\n/);
    assert.deepEqual(journal.diff(one, other), [{ part: 'target', before: '/get?a=1', after: '/get?a=2' }]);
    const text = (options: { secrets?: 'show' }) =>
      JSON.stringify([
        journal.har(options),
        journal.snippet(one, 'curl', options),
        journal.diff(one, journal.all({ path: '/status/404' })[0] ?? other, options),
      ]);
    assert.match(text({ secrets: 'show' }), /correct-horse.*correct-horse/);
    assert.doesNotMatch(text({}), /correct-horse/);
  });

  it('reject other arguments', async () => {
    await using server = await start();
    await fetch(`${server.url}/get`);
    const { journal } = server;
    const exchange = await journal.next();
    const call = (name: 'snippet' | 'diff' | 'har', ...args: unknown[]) =>
      Reflect.apply(journal[name], journal, args);
    const message = 'The exchange must be an entry that this journal has returned.';
    assert.throws(() => call('snippet', {}, 'curl'), { name: 'UsageError', message });
    assert.throws(() => call('diff', exchange, null), { name: 'UsageError', message });
    assert.throws(() => call('snippet', exchange, 'crul'), {
      message: /not "crul" \(did you mean curl\?\)\.$/,
    });
    assert.throws(() => call('har', { secrets: true }), {
      message: 'secrets must be mask or show, not true.',
    });
    assert.throws(() => call('har', { mach: {} }), { message: 'har has no option mach.' });
  });
});

describe('failures', () => {
  it('are the connections without a valid request', async () => {
    await using server = await start();
    await exchangeBytes(server.port, 'NONSENSE\r\n\r\n');
    const [failure] = server.journal.failures();
    assert.deepEqual([failure?.kind, failure?.connection.id], ['parser-error', 1]);
    assert.match(failure?.startedAt ?? '', /^20.*Z$/);
    assert.equal(Buffer.from(failure?.raw ?? []).toString(), 'NONSENSE\r\n\r\n');
    assert.deepEqual([server.journal.count(), server.bin('a').journal.failures()], [0, []]);
  });
});

describe('a bin', () => {
  it('keeps 50 parallel tests apart', async () => {
    await using server = await start();
    const run = async (key: string) => {
      using bin = server.bin(key);
      const next = bin.journal.next({ method: 'POST' }, { count: 2, within: '20s' });
      await Promise.all([
        fetch(`${bin.url}/get?${key}`),
        post(`${bin.url}/post?${key}`, key),
        post(`${server.url}/post?${key}`, key, { 'Sparring-Bin': key }),
      ]);
      const posts = await next;
      assert.deepEqual(
        posts.map(({ request }) => request.text()),
        [key, key],
      );
      bin.journal.verify({}, 3);
      for (const { bin: name, request } of bin.journal.all()) {
        assert.equal(name, key);
        assert.ok(request.target.endsWith(`?${key}`));
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => run(`test-${index}`)));
    server.journal.verify({}, 0);
  });

  it('has its own events, iterations and entries until it is closed', async () => {
    await using server = await start();
    const bin = server.bin('a');
    assert.equal(bin.url, `${server.url}/bin/a`);
    const [heard, iterated]: [string[], string[]] = [[], []];
    bin.journal.on('request', ({ request }) => heard.push(request.path));
    const iteration = (async () => {
      for await (const { request } of bin.journal) iterated.push(request.path);
    })();
    await fetch(`${server.url}/bin/b/status/204`);
    await fetch(`${bin.url}/get`);
    await bin.journal.next({}, { until: 'done' });
    const waiting = errorOf(bin.journal.next({ method: 'POST' }, { within: '1m' }));
    await new Promise(setImmediate);
    bin.close();
    await iteration;
    assert.match((await waiting).message, /^The server or the bin is closed\. /);
    assert.deepEqual([heard, iterated], [['/get'], ['/get']]);
    assert.deepEqual(targets(server.journal.all()), ['/bin/b/status/204']);
    assert.equal(server.journal.count({ bin: 'b' }), 1);
  });

  it('has a valid key, and no match for another bin', async () => {
    await using server = await start();
    for (const key of ['', 'a b', 'a'.repeat(65), 'é', 5])
      assert.throws(() => Reflect.apply(server.bin, server, [key]), {
        name: 'UsageError',
        message: /^The key of a bin must be 1 to 64 letters, /,
      });
    assert.throws(() => server.bin('a').journal.count({ bin: 'b' }), {
      message: 'match.bin: must be "a", the bin of this journal.',
    });
  });
});

describe('the report of a journal', () => {
  it('has the latest requests of the server or of a bin, without credentials', async () => {
    await using server = await start();
    server.respond('POST /users', { status: 201 }, { id: 'first' });
    await fetch(`${server.url}/users?a=1&access_token=abcdefghijklmnop`, { method: 'POST', body: '{}' });
    assert.equal(server.bin('b').journal.report(), 'Sparring received no requests of this test.');
    await fetch(`${server.bin('b').url}/status/204`);
    assert.match(
      server.journal.report(),
      /^Requests of this test \(2\):\n {2}#1 POST \/users\?a=1&access_token=\S+ 201 · 2 bytes of text\/plain;charset=UTF-8 · rule first\n {2}#2 GET \/status\/204 204$/,
    );
    assert.doesNotMatch(server.journal.report(), /abcdefghijklmnop/);
    assert.match(
      server.bin('b').journal.report(),
      /^Requests of this test \(1\):\n {2}#2 GET \/status\/204 204$/,
    );
  });
});

describe('a disabled journal', () => {
  it('throws one sentence for every member', async () => {
    await using server = await start({ journal: 0 });
    const message = 'The journal is disabled; start the server with the option journal above 0.';
    const bin = server.bin('a');
    assert.equal((await fetch(`${bin.url}/get`)).status, 200);
    for (const journal of [server.journal, bin.journal]) {
      const exchange: RecordedExchange = JSON.parse('{}');
      const calls: Record<Exclude<keyof typeof journal, symbol>, () => unknown> = {
        next: () => journal.next(),
        all: () => journal.all(),
        last: () => journal.last(),
        count: () => journal.count(),
        expectNone: () => journal.expectNone(),
        unmatched: () => journal.unmatched(),
        verify: () => journal.verify(),
        verifyOrder: () => journal.verifyOrder(['/']),
        waitFor: () => journal.waitFor(),
        on: () => journal.on('done', () => {}),
        failures: () => journal.failures(),
        har: () => journal.har(),
        snippet: () => journal.snippet(exchange, 'curl'),
        diff: () => journal.diff(exchange, exchange),
        clear: () => journal.clear(),
        report: () => journal.report(),
        dropped: () => journal.dropped,
      };
      for (const [name, call] of Object.entries(calls))
        await assert.rejects(async () => call(), { name: 'UsageError', message }, name);
      await assert.rejects(journal[Symbol.asyncIterator]().next(), { name: 'UsageError', message });
    }
  });

  it('counts the entries that it dropped', async () => {
    await using server = await start({ journal: 2 });
    for (let count = 0; count < 5; count++) await fetch(`${server.url}/get`);
    assert.deepEqual([server.journal.dropped, server.journal.count()], [3, 2]);
    await server.reset();
    assert.equal(server.journal.count(), 0);
  });
});
