import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { serveWorkers } from '#test/support/workers/local-workers.ts';
import type { RuleInput } from './rule.ts';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

async function serveRules(t: TestContext, rules: readonly RuleInput[], options: Partial<ServerOptions> = {}) {
  const server = await serve(t, options);
  for (const rule of rules) addRule(server, rule);
  return server;
}

const statusOf = async (server: TestServer, path: string, method = 'GET') =>
  (await server.send({ method, path })).status;

describe('a rule with a response', () => {
  it('responds to each request that it matches, in place of any endpoint', async (t) => {
    const server = await serveRules(t, [
      { match: { method: 'GET', path: '/v1/users/1' }, respond: { status: 200, json: { id: 1 } } },
      { match: { path: '/get' }, respond: { status: 201, body: 'own', headers: { 'X-A': ['1', '2'] } } },
      { match: { path: '/docs' }, respond: { status: 202 } },
      { match: { path: '/' }, respond: { status: 203, json: 'text' } },
    ]);
    for (let times = 0; times < 2; times++) {
      const answer = await server.get('/v1/users/1');
      assert.deepEqual([answer.status, answer.text()], [200, '{"id":1}']);
      assert.equal(answer.field('Content-Type'), 'application/json');
    }
    const own = await server.get('/get');
    assert.deepEqual([own.status, own.text(), own.field('X-A')], [201, 'own', '1']);
    assert.equal(await statusOf(server, '/docs'), 202);
    const root = await server.get('/');
    assert.deepEqual([root.status, root.text()], [203, '"text"']);
    assert.equal(await statusOf(server, '/v1/users/1', 'POST'), 404);
    assert.equal(await statusOf(server, '/v1/users/2'), 404);
    assert.deepEqual(
      server.rules.list().map(({ applied, remaining, phase }) => [applied, remaining, phase]),
      [
        [1, null, 'respond'],
        [1, null, 'respond'],
        [1, null, 'respond'],
        [2, null, 'respond'],
      ],
    );
  });

  it('sends the same bytes as the directives of /compose', async (t) => {
    const forms: readonly (readonly [RuleInput['respond'], query: string])[] = [
      [
        {
          status: 418,
          headers: [
            ['x-B', '1'],
            ['X-b', '2'],
          ],
          body: 'é',
          charset: 'iso-8859-1',
        },
        'status=418&header=x-B:+1&header=X-b:+2&body=%C3%A9&charset=iso-8859-1',
      ],
      [{ redirect: '/get', cookie: ['a=1', 'b=2; Path=/'] }, 'redirect=/get&cookie=a=1&cookie=b=2;+Path=/'],
      [{ bytes: 100, coding: 'gzip', trailer: 'X-Sum: 1' }, 'bytes=100&coding=gzip&trailer=X-Sum:+1'],
      [
        { body: '<b>', type: 'text/html', chunk: 2, inform: '103;Link: </a>' },
        'body=<b>&type=text/html&chunk=2&inform=103;Link:+</a>',
      ],
      [{ base64: 'AAE=', delay: 0.01, pause: 0.01, rate: 100 }, 'base64=AAE=&delay=0.01&pause=0.01&rate=100'],
      [{ fault: 'truncate@3', body: 'hello' }, 'fault=truncate@3&body=hello'],
      [{ status: 204 }, 'status=204'],
      [{ json: [1, { a: null }] }, 'json=[1,{"a":null}]'],
    ];
    const server = await serve(t, { h2c: true });
    const withoutDate = (text: string) => text.replace(/^Date: .*\r\n/gim, '');
    for (const [index, [respond, query]] of forms.entries()) {
      addRule(server, { match: { path: `/stub/${index}` }, respond: respond ?? {} });
      const close = 'Connection: close\r\n';
      const stub = await faultTranscript(server.port, get(`/stub/${index}`, close));
      const target = `/compose?${encodeURI(query).replaceAll('%25', '%')}`;
      const composed = await faultTranscript(server.port, get(target, close));
      assert.equal(withoutDate(stub.text), withoutDate(composed.text), query);
      assert.equal(stub.end, composed.end);
      if (query.includes('fault')) continue;
      const [one, other] = await Promise.all(
        [`/stub/${index}`, target].map((path) => requestHttp2(server.url, { path })),
      );
      assert.deepEqual(String(one?.body), String(other?.body));
    }
  });

  it('is overridden by a later one, and by one with a count', async (t) => {
    const match = { path: '/a' };
    const server = await serveRules(t, [
      { match, respond: { status: 200 } },
      { match, respond: { status: 500 }, count: 1 },
    ]);
    const statuses = [
      await statusOf(server, '/a'),
      await statusOf(server, '/a'),
      await statusOf(server, '/a'),
    ];
    assert.deepEqual(statuses, [500, 200, 200]);
    addRule(server, { match, respond: { status: 201 } });
    assert.equal(await statusOf(server, '/a'), 201);
    addRule(server, { match, pass: true, count: 1 });
    assert.deepEqual([await statusOf(server, '/a'), await statusOf(server, '/a')], [404, 201]);
  });

  it('matches a template by decoded segments', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/x/{id}' }, respond: { status: 201 } },
      { match: { path: '/v1/op:cancel' }, respond: { status: 202 } },
      { match: { path: '/f(1)' }, respond: { status: 203 } },
      { match: { path: '/café' }, respond: { status: 206 } },
    ]);
    for (const [path, status] of [
      ['/x/a%2Fb', 201],
      ['/x/a/b', 404],
      ['/x/', 404],
      ['/X/a', 404],
      ['/v1/op:cancel', 202],
      ['/f(1)', 203],
      ['/caf%C3%A9', 206],
      ['/caf%C3%A9/', 404],
    ] as const)
      assert.equal(await statusOf(server, path), status, path);
  });

  it('reads a body of any size before it responds', async (t) => {
    const server = await serveRules(t, [{ match: { path: '/up' }, respond: { status: 201, body: 'x' } }], {
      maxBodySize: 1000,
      maxUploadSize: 2_000_000,
    });
    const body = Buffer.alloc(1_500_000);
    assert.equal((await server.send({ method: 'POST', path: '/up', body })).status, 201);
    const large = await server.send({ method: 'POST', path: '/up', body: Buffer.alloc(2_500_000) });
    assert.equal(large.status, 413);
    assert.equal(server.rules.list()[0]?.applied, 2);
    const [first, second] = await exchangeBytes(
      server.port,
      `POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab${get('/ip')}`,
      ['POST', 'GET'],
    );
    assert.deepEqual([first?.status, second?.status], [201, 200]);
  });

  it('answers HEAD as GET', async (t) => {
    const server = await serveRules(t, [
      { match: { method: 'GET', path: '/a' }, respond: { body: 'content', headers: { ETag: '"1"' } } },
    ]);
    const head = await server.send({ method: 'HEAD', path: '/a' });
    assert.deepEqual(
      [head.status, head.field('Content-Length'), head.field('ETag'), head.text()],
      [200, '7', '"1"', ''],
    );
  });

  it('has its own CORS headers instead of those of the service', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/a' }, respond: { headers: { 'Access-Control-Allow-Origin': 'https://a.example' } } },
      { match: { path: '/b' }, respond: {} },
    ]);
    const own = await server.get('/a');
    assert.deepEqual(
      [
        own.field('Access-Control-Allow-Origin'),
        own.field('Access-Control-Allow-Credentials'),
        own.field('Vary'),
      ],
      ['https://a.example', undefined, 'Origin'],
    );
    assert.equal((await server.get('/b')).field('Access-Control-Allow-Origin'), '*');
    const composed = await server.get('/compose?header=Access-Control-Allow-Origin:+null');
    assert.equal(composed.field('Access-Control-Allow-Origin'), 'null');
  });

  it('stays in the bin with a redirect to a path', async (t) => {
    const server = await serveRules(t, [{ match: { path: '/a' }, respond: { redirect: '/get' } }]);
    assert.equal((await server.get('/a')).field('Location'), '/get');
    assert.equal((await server.get('/bin/t1/a')).field('Location'), '/bin/t1/get');
    assert.equal((await server.get('/bin/t1/compose?redirect=/get')).field('Location'), '/bin/t1/get');
    assert.equal((await server.get('/bin/t1/sequence/k/redirect=%2Fget')).field('Location'), '/bin/t1/get');
    const other = await server.get('/bin/t1/compose?redirect=//other.example/');
    assert.equal(other.field('Location'), '//other.example/');
  });

  it('has the faults, the delays and the dribbles of other rules', async (t) => {
    const match = { path: '/a' };
    const server = await serveRules(t, [
      { match, respond: { body: 'content', delay: 0.01 } },
      { match, fault: 'truncate@3', count: 1 },
      { match, dribble: '7,0.02', count: 1 },
      { match, delay: 0.01, count: 2 },
      { match, error: { status: 503 }, count: 1 },
    ]);
    assert.equal(await statusOf(server, '/a'), 503);
    const cut = await faultTranscript(server.port, get('/a'));
    assert.match(cut.text, /\r\nContent-Length: 7\r\n[\s\S]*\r\n\r\ncon$/);
    const dribbled = await faultTranscript(server.port, get('/a', 'Connection: close\r\n'));
    assert.equal(dribbled.text.match(/^1\r$/gm)?.length, 7);
    assert.equal((await server.get('/a')).text(), 'content');
    const recorded = server.journal
      ?.entries()
      .flatMap((entry) => (entry.kind === 'exchange' ? [entry.rules] : []));
    assert.deepEqual(
      recorded?.map((rules) => rules.map(({ id, phase }) => `${id} ${phase}`)),
      [
        ['4 request', '5 request'],
        ['4 request', '1 respond', '2 response'],
        ['1 respond', '3 response'],
        ['1 respond'],
      ],
    );
  });

  it('is not counted for a request that cannot carry its fault', async (t) => {
    const server = await serveRules(
      t,
      [{ match: { path: '/a' }, respond: { fault: 'chunk:size' }, count: 1 }],
      { h2c: true },
    );
    const { body } = await requestHttp2(server.url, { path: '/a' });
    assert.match(
      String(body),
      /The rule 1 does not fit this response: chunk:size cannot be carried by HTTP\/2/,
    );
    assert.equal(server.rules.list()[0]?.remaining, 1);
    await faultTranscript(server.port, get('/a'));
    assert.equal(server.rules.list()[0]?.remaining, 0);
  });

  it('answers the requests of a pipeline in their order', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/a' }, respond: { status: 201, body: 'a', delay: 0.02 } },
    ]);
    const responses = await exchangeBytes(
      server.port,
      get('/a') + get('/status/202') + get('/a'),
      Array(3).fill('GET'),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [201, 202, 201],
    );
  });

  it('is not delayed while the clock is frozen, whose delays do not end its time to live', async (t) => {
    const runtime = createRuntime();
    const machine = { now: runtime.machineNow() };
    const server = await serve(t, { runtime: { ...runtime, machineNow: () => machine.now } });
    const body = JSON.stringify({ freeze: '2020-01-01' });
    assert.equal((await server.send({ method: 'PUT', path: '/_sparring/clock', body })).status, 200);
    const respond = { body: '{{unix}}', template: true as const, delay: 5 };
    addRule(server, { match: { path: '/a' }, respond, ttl: '3s' });
    const start = performance.now();
    const first = await server.get('/a');
    assert.ok(performance.now() - start < 4000);
    assert.equal(
      Number((await server.get('/a')).text()) - Number(first.text()),
      5,
      'a delay advances the clock',
    );
    machine.now += 3000;
    assert.equal(await statusOf(server, '/a'), 404);
  });

  it('is never the script of a service worker', async (t) => {
    const server = await serveRules(t, [
      { match: { path: '/sw.js' }, respond: { body: '1', type: 'text/javascript' } },
    ]);
    assert.equal((await server.get('/sw.js', [['Service-Worker', 'script']])).status, 403);
    const answer = await server.get('/sw.js');
    assert.equal(answer.field('Content-Security-Policy'), 'sandbox');
  });
});

/** The next steps after those of the list. */
const POSITIONS = { last: [2, 2, 2], first: [1, 1, 2], gone: [null, null, null] };

describe('a list of responses', () => {
  const match = { path: '/a' };
  const statuses = async (server: TestServer, count: number) => {
    const all: number[] = [];
    for (let request = 0; request < count; request++) all.push(await statusOf(server, '/a'));
    return all;
  };

  it('responds in turn, and then by `after`', async (t) => {
    const respond = [
      { status: 503, times: 2 },
      { status: 201, body: 'a' },
    ];
    for (const [after, expected] of [
      [undefined, [503, 503, 201, 201, 201]],
      ['first', [503, 503, 201, 503, 503]],
      ['gone', [503, 503, 201, 410, 410]],
    ] as const) {
      const server = await serveRules(t, [{ match, respond, ...(after && { after }) }]);
      const positions: unknown[] = [server.rules.list()[0]?.position];
      for (const status of expected) {
        assert.equal(await statusOf(server, '/a'), status);
        positions.push(server.rules.list()[0]?.position);
      }
      assert.deepEqual(positions, [1, 1, 2, ...POSITIONS[after ?? 'last']]);
      assert.deepEqual(
        [server.rules.list()[0]?.applied, server.rules.list()[0]?.after],
        [5, after ?? 'last'],
      );
      const steps = server.journal
        ?.entries()
        .map((entry) => (entry.kind === 'exchange' ? entry.rules[0]?.step : undefined));
      assert.deepEqual(steps?.slice(0, 3), [1, 1, 2]);
    }
  });

  it('gives each of many parallel requests another one', async (t) => {
    const respond = Array.from({ length: 50 }, (_, index) => ({ body: String(index) }));
    const server = await serveRules(t, [{ match, respond, count: 50 }]);
    const responses = await Promise.all(Array.from({ length: 60 }, () => server.get('/a')));
    const bodies = responses.filter(({ status }) => status === 200).map((answer) => answer.text());
    assert.deepEqual([bodies.length, new Set(bodies).size], [50, 50]);
  });

  it('gives each of many parallel requests to four workers another one, as often as its count', async (t) => {
    const workers = await serveWorkers(t, 4);
    const respond = Array.from({ length: 50 }, (_, index) => ({ body: String(index) }));
    const rule = { match, respond, count: 50 };
    assert.equal((await workers[0]?.control('POST', '/rules', rule))?.status, 201);
    const sent = Array.from({ length: 15 }, () => workers.map((worker) => worker.get('/a'))).flat();
    const responses = await Promise.all(sent);
    const bodies = responses.filter(({ status }) => status === 200).map((answer) => answer.text());
    assert.deepEqual([bodies.length, new Set(bodies).size], [50, 50]);
    assert.equal(responses.filter(({ status }) => status === 404).length, 10);
  });

  it('continues after a snapshot, and begins again when the rule is replaced', async (t) => {
    const respond = [{ status: 201 }, { status: 202 }, { status: 203 }];
    const server = await serveRules(t, [{ id: 'a', match, respond }]);
    assert.deepEqual(await statuses(server, 1), [201]);
    const snapshot = await server.rules.snapshot();
    assert.deepEqual(await statuses(server, 2), [202, 203]);
    await server.rules.restore(snapshot);
    assert.deepEqual(await statuses(server, 2), [202, 203]);
    await server.rules.put(null, 'a', () => server.rules.normalize({ match, respond }), 'test');
    assert.deepEqual(await statuses(server, 1), [201]);
  });

  it('that is invalid is rejected with the pointer to each problem', async (t) => {
    const server = await serve(t);
    for (const [rule, ...pointers] of [
      [{ respond: [{ status: 99 }, {}, { delay: 'x' }] }, '/respond/0/status', '/respond/2/delay'],
      [{ respond: [{ times: 0 }] }, '/respond/0/times'],
      [{ respond: [{ json: [2 ** 60] }] }, '/respond/0/json/0'],
      [{ respond: [] }, '/respond'],
      [{ respond: { times: 2 } }, '/respond/times'],
      [{ respond: {}, after: 'gone' }, '/after'],
    ] as const) {
      const body = JSON.stringify({ match, ...rule });
      const answer = await server.send({ method: 'POST', path: '/_sparring/rules', body });
      assert.equal(answer.status, 422, body);
      const { problems } = JSON.parse(answer.text());
      assert.deepEqual(
        problems.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
        pointers,
        answer.text(),
      );
    }
  });
});

describe('the paths of a rule with a response', () => {
  it('are not those of the API, its pages and the control API at the root', async (t) => {
    const server = await serve(t);
    for (const path of [
      '/login',
      '/settings/x',
      '/api/v3/user',
      '/_sparring/x',
      '//login',
      '/%6Cogin',
      '/login/{rest*}',
    ])
      assert.throws(
        () => addRule(server, { match: { path }, respond: {} }),
        { name: 'InvalidInputError' },
        path,
      );
    addRule(server, { match: { path: '/{a}' }, respond: { status: 299 } });
    addRule(server, { match: { path: '/{rest*}' }, drop: true, count: 0, priority: -1 });
    assert.equal(await statusOf(server, '/login'), 200);
    assert.equal(await statusOf(server, '/_sparring'), 200);
    assert.equal(await statusOf(server, '/bin/t1/_sparring/rules'), 404);
    assert.equal(await statusOf(server, '/_sparring/rules', 'DELETE'), 204);
    assert.equal(await statusOf(server, '/get'), 200);
  });

  it('are all others in a bin', async (t) => {
    const server = await serve(t);
    for (const path of ['/login', '/api/v3/user', '/docs', '/settings/tokens'])
      addRule(server, { match: { path }, bin: 't1', respond: { body: path } });
    for (const path of ['/login', '/api/v3/user', '/docs', '/settings/tokens']) {
      assert.equal((await server.get(`/bin/t1${path}`)).text(), path);
      if (path !== '/docs') assert.equal(await statusOf(server, `/bin/t2${path}`), 404, path);
    }
    assert.equal(await statusOf(server, '/login'), 200);
    // These paths get credentials, so the journal has only those that a rule has answered.
    assert.deepEqual(
      server.journal
        ?.entries()
        .flatMap((entry) =>
          entry.kind === 'exchange' && entry.rules.length > 0 ? entry.request.target : [],
        ),
      ['/bin/t1/login', '/bin/t1/api/v3/user', '/bin/t1/docs', '/bin/t1/settings/tokens'],
    );
    assert.deepEqual(
      server.journal
        ?.entries()
        .filter((entry) => entry.kind === 'exchange' && entry.rules.length === 0 && entry.service !== 'docs'),
      [],
    );
  });
});

describe('an invalid response of a rule', () => {
  it('is rejected with the pointer to each problem', async (t) => {
    const server = await serve(t);
    for (const [respond, ...pointers] of [
      [{ stauts: 200 }, '/respond/stauts'],
      [{ status: 99 }, '/respond/status'],
      [{ status: 600.5 }, '/respond/status'],
      [{ body: 'a', json: 1 }, '/respond/body'],
      [{ headers: { 'X-A': '1', 'Content-Length': '1' } }, '/respond/headers/Content-Length'],
      [{ headers: { 'X-A': 1 } }, '/respond/headers/X-A'],
      [{ headers: { 'X-A': ['1', '2\r\nX'] } }, '/respond/headers/X-A/1'],
      [{ headers: [['Clear-Site-Data', '"*"']] }, '/respond/headers/0/1'],
      [{ header: ['X-A: 1'] }, '/respond/header'],
      [{ headers: { 'X-A': '1', 'Clear-Site-Data': '"*"' } }, '/respond/headers/Clear-Site-Data'],
      [{ cookie: 'sparring_session=1' }, '/respond/cookie'],
      [{ cookie: ['a=1', 'b'] }, '/respond/cookie/1'],
      [{ trailer: ['X-A: 1', 'Date: 1'] }, '/respond/trailer/1'],
      [{ inform: ['103', '99'] }, '/respond/inform/1'],
      [{ headers: { Refresh: 'soon' } }, '/respond/headers/Refresh'],
      [{ json: { id: 2 ** 60 } }, '/respond/json/id'],
      [{ status: 204, body: 'a' }, '/respond/status'],
      [{ fault: 'rest', delay: 'x' }, '/respond/delay', '/respond/fault'],
      [{ delay: 99, pause: 1 }, '/respond/delay'],
      [{ delay: 1, pause: '99s' }, '/respond/pause'],
      [{ bytes: 100, dribble: '10,99' }, '/respond/dribble'],
      [{ bytes: 100_000, rate: 1 }, '/respond/rate'],
      [{ inform: '103@99' }, '/respond/inform'],
      [{ expect: 'late:99' }, '/respond/expect'],
      [[{}, { delay: 99 }], '/respond/1/delay'],
    ] as const) {
      const body = JSON.stringify({ match: { path: '/a' }, respond });
      const answer = await server.send({ method: 'POST', path: '/_sparring/rules', body });
      assert.equal(answer.status, 422, body);
      const { problems } = JSON.parse(answer.text());
      assert.deepEqual(
        problems.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
        pointers,
        answer.text(),
      );
      assert.doesNotMatch(answer.text(), /\.\.(?:"|\s)/);
    }
    const long = JSON.stringify({ respond: { body: 'x'.repeat(2 * 1024 * 1024) } });
    assert.equal((await server.send({ method: 'POST', path: '/_sparring/rules', body: long })).status, 422);
    const both = { respond: {}, fault: 'reset' };
    assert.throws(() => addRule(server, both), /must have one of respond and fault, not 2/);
  });
});

describe('a page of another origin', () => {
  for (const unmatched of ['pass', '404', 'fail'] as const)
    it(`sends its request after one preflight, which no rule counts, in mode ${unmatched}`, async (t) => {
      const rule = {
        match: { method: 'PUT', path: '/v1/users/1' },
        respond: { json: { ok: true } },
        count: 1,
      };
      const server = await serveRules(t, [rule], { unmatched });
      const other = await serve(t);
      const browser = await openBrowser(t);
      if (!browser) return;
      const page = await browser.newPage();
      await page.goto(`${other.url}/html`);
      const results = await page.evaluate(async (url: string) => {
        const put = async (path: string) => {
          const response = await fetch(url + path, {
            method: 'PUT',
            headers: { 'Content-Type': 'application/json' },
            body: '{}',
          });
          return [response.status, await response.text()];
        };
        return [
          await put('/v1/users/1'),
          await put('/v1/nothing').then(
            ([status]) => status,
            () => 'no response',
          ),
        ];
      }, server.url);
      assert.deepEqual(results, [[200, '{"ok":true}'], unmatched === 'pass' ? 404 : 'no response']);
      assert.equal(server.rules.list()[0]?.applied, 1);
      // The preflight of the second request is none of those that count.
      assert.equal(server.rules.unmatched.list()[0]?.count, unmatched === 'pass' ? 1 : undefined);
    });
});
