import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { basic } from '#test/support/accounts/api.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { entriesWhen, lastFault } from '#test/support/journal.ts';
import { addRule } from '#test/support/rules.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

/** Adds a rule by the control API. @returns status and JSON of the response. */
async function add(server: TestServer, rule: object) {
  const response = await server.send({
    method: 'POST',
    path: '/_sparring/rules',
    body: JSON.stringify(rule),
  });
  const content = JSON.parse(response.text());
  return { status: response.status, content: content.rules?.[0] ?? content };
}

async function serveWith(t: TestContext, rule: object, options: Partial<ServerOptions> = {}) {
  const server = await serve(t, { maxDuration: 500, ...options });
  const { status, content } = await add(server, rule);
  assert.equal(status, 201, JSON.stringify(content));
  return server;
}

const listed = async (server: TestServer) => JSON.parse((await server.get('/_sparring/rules')).text()).rules;

const whole = (text: string) => /\r\n\r\n[\s\S]*/.exec(text)?.[0].slice(4) ?? '';

describe('a rule for the testing service', () => {
  const cases: readonly (readonly [match: object, hit: string, missed: string])[] = [
    [{ path: '/get' }, get('/get'), get('/headers')],
    [{ path: { like: '/anything*' } }, get('/anything/a?b=1'), get('/get')],
    [{ path: '/anything/{rest*}' }, get('/anything/a/b'), get('/anything')],
    [{ endpoint: '/status/{codes}' }, get('/status/201'), get('/get')],
    [{ url: { has: '/get?a=1' } }, get('/get?a=1'), get('/get?a=2')],
    [{ target: '/get?a=%31' }, get('/get?a=%31'), get('/get?a=1')],
    [{ query: { a: '1' } }, get('/get?b=2&a=%31'), get('/get?a=2')],
    [{ protocol: 'HTTP/1.0' }, get('/get').replace('1.1', '1.0'), get('/get')],
    [{ path: '/status/{codes}' }, get('/status/201'), get('/get')],
    [{ path: '/nowhere' }, get('/nowhere'), get('/get')],
    [{ method: 'delete' }, get('/delete').replace('GET', 'DELETE'), get('/get')],
    [{ headers: { 'X-Client': { like: '*' } } }, get('/get', 'x-client: any\r\n'), get('/get')],
    [{ headers: { 'X-Client': 'one' } }, get('/get', 'X-Client: one\r\n'), get('/get', 'X-Client: two\r\n')],
    [
      { headers: { 'X-Client': { like: 'on*' } } },
      get('/get', 'X-Client: one\r\n'),
      get('/get', 'X-Client: two\r\n'),
    ],
    [{ bin: 'one' }, get('/bin/one/get'), get('/bin/two/get')],
    [{ bin: 'one' }, get('/get', 'Sparring-Bin: one\r\n'), get('/get')],
    [
      { headers: { 'User-Agent': { has: 'CURL', ignore_case: true } } },
      get('/get', 'User-Agent: curl/8\r\n'),
      get('/get'),
    ],
  ];
  for (const [match, hit, missed] of cases) {
    it(`matches by ${JSON.stringify(match)}`, async (t) => {
      const server = await serveWith(t, {
        match: { service: 'testing', ...match },
        fault: 'reset',
        count: 0,
      });
      const other = await exchangeBytes(
        server.port,
        missed.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      );
      assert.equal(other.length, 1);
      const { text, end } = await faultTranscript(server.port, hit);
      assert.deepEqual([text, end, await lastFault(server)], ['', 'rst', ['reset', 'server-rst']]);
      assert.equal((await listed(server))[0].applied, 1);
    });
  }

  it('changes the real response of the endpoint at each place', async (t) => {
    const server = await serve(t);
    const plain = (await server.get('/json')).text();
    for (const [fault, content, end] of [
      ['close@headers', '', 'fin'],
      ['reset@20', plain.slice(0, 20), 'rst'],
      ['close@end', plain, 'fin'],
      ['truncate@5', plain.slice(0, 5), 'fin'],
      ['length:less-2', plain, 'fin'],
    ] as const) {
      await add(server, { match: { path: '/json' }, fault });
      const transcript = await faultTranscript(server.port, get('/json'));
      assert.match(transcript.text, /^HTTP\/1\.1 200 OK\r\nContent-Type: application\/json\r\n/, fault);
      assert.deepEqual([whole(transcript.text), transcript.end], [content, end], fault);
    }
    assert.equal((await server.get('/json')).text(), plain);
  });

  it('changes a stream of the endpoint, with its own chunks', async (t) => {
    const server = await serveWith(t, { match: { path: '/stream/{n}' }, fault: 'chunk:no-last' });
    const { text, end } = await faultTranscript(server.port, get('/stream/3'));
    assert.match(text, /Transfer-Encoding: chunked\r\n/);
    assert.equal(text.match(/^[0-9a-f]+\r\n\{/gm)?.length, 3);
    assert.equal(end, 'fin');
    assert.doesNotMatch(text, /\r\n0\r\n/);
  });

  it('changes a stream whose endpoint sends its head early', async (t) => {
    for (const h2c of [false, true]) {
      const server = await serve(t, { h2c });
      const rule = { match: { path: '/compose' }, fault: 'close@2' };
      await addRule(server, rule);
      const path = '/compose?status=201&body=xyz&pause=0.01';
      if (h2c) {
        const { frames } = await frameTranscript(server.port, [{ stream: 1, path }], () => false);
        assert.deepEqual(frames.slice(0, 3), ['PING', 'HEADERS 1', 'DATA 1 xy']);
        continue;
      }
      const { text, end } = await faultTranscript(server.port, get(path));
      assert.match(text, /^HTTP\/1\.1 201 CREATED\r\n[\s\S]*Content-Length: 3\r\n[\s\S]*\r\n\r\nxy$/);
      assert.equal(end, 'fin');
    }
  });

  it('changes trailers and errors of the endpoint', async (t) => {
    const server = await serve(t);
    await add(server, { match: { path: '/trailers' }, fault: 'says-keep' });
    const trailers = await faultTranscript(server.port, get('/trailers?X-Sum=1'));
    assert.match(trailers.text, /\r\nTrailer: X-Sum\r\n[\s\S]*\r\n0\r\nX-Sum: 1\r\n\r\n$/);
    assert.equal(trailers.text.match(/Trailer:/g)?.length, 1);
    await add(server, { match: { path: '/status/{codes}' }, fault: 'truncate@4' });
    const error = await faultTranscript(server.port, get('/status/nonsense'));
    assert.match(error.text, /^HTTP\/1\.1 400 BAD REQUEST\r\n[\s\S]*\r\n\r\nInva$/);
  });

  it('acts after the endpoint has read the request, or before it with the place request', async (t) => {
    const server = await serve(t);
    const post = (body: string) =>
      `POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n${body}`;
    await add(server, { match: { path: '/post' }, fault: 'close@start' });
    const late = await faultTranscript(server.port, post('12345'), { patience: 200 });
    assert.equal(late.end, 'open');
    await add(server, { match: { path: '/post' }, fault: 'close@request:5' });
    const early = await faultTranscript(server.port, post('12345'));
    assert.deepEqual([early.text, early.end], ['', 'fin']);
  });

  it('acts over TLS', async (t) => {
    const tls = await serve(t, { tls: true });
    await addRule(tls, { match: { path: '/get' }, fault: 'rude@headers' });
    const ca = readFileSync(tls.caPath ?? '', 'utf8');
    const { text, end } = await faultTranscript(tls.port, get('/get'), { ca });
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.deepEqual([whole(text), end], ['', 'rude']);
  });

  it('acts on its own stream of HTTP/2', async (t) => {
    const server = await serveWith(t, { match: { path: '/ip' }, fault: 'reset@3,code=8' }, { h2c: true });
    const { frames } = await frameTranscript(
      server.port,
      [
        { stream: 1, path: '/get' },
        { stream: 3, path: '/ip' },
        { stream: 5, path: '/compose?body=third' },
      ],
      (seen) =>
        seen.some((frame) => frame === 'DATA 5 third END_STREAM') &&
        seen.some((frame) => /^RST_STREAM 3/.test(frame)),
    );
    assert.ok(frames.includes('RST_STREAM 3 code=8'), frames.join());
    assert.ok(frames.includes('DATA 3 {\n '), frames.join());
    assert.ok(!frames.some((frame) => /^RST_STREAM [15]/.test(frame)));
  });

  it('processes no request behind a fault', async (t) => {
    const server = await serveWith(t, { match: { path: '/get' }, fault: 'close@3' });
    const { text, end } = await faultTranscript(
      server.port,
      get('/ip') + get('/get') + get('/uuid') + get('/headers'),
    );
    assert.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 2);
    assert.equal(end, 'fin');
    const entries = await entriesWhen(server, (all) =>
      all.every((entry) => entry.kind !== 'exchange' || entry.ended !== null),
    );
    assert.deepEqual(
      entries.map((entry) => (entry.kind === 'exchange' ? entry.request.target : entry.kind)),
      ['/ip', '/get'],
    );
  });

  it('answers pipelined requests in order when it does not apply', async (t) => {
    const server = await serveWith(t, {
      match: { path: '/get' },
      fault: 'close',
      probability: 0,
    });
    const responses = await exchangeBytes(
      server.port,
      get('/get') + get('/uuid') + get('/status/202') + get('/ip'),
      Array(4).fill('GET'),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 202, 200],
    );
  });

  it('applies exactly as often as its count, whatever arrives at the same time', async (t) => {
    const server = await serveWith(t, { match: { path: '/get' }, error: { status: 503, retry_after: 7 } });
    const responses = await Promise.all(Array.from({ length: 50 }, () => server.get('/get')));
    const hit = responses.filter(({ status }) => status === 503);
    assert.equal(hit.length, 1);
    assert.equal(hit[0]?.field('Retry-After'), '7');
    const [rule] = await listed(server);
    assert.deepEqual([rule.applied, rule.remaining], [1, 0]);
  });

  it('applies exactly as often as its count to streams that arrive together', async (t) => {
    const server = await serveWith(t, { match: { path: '/uuid' }, fault: 'reset' }, { h2c: true });
    const streams = Array.from({ length: 20 }, (_, index) => ({ stream: 2 * index + 1, path: '/uuid' }));
    const isEnd = (frame: string) => /^RST_STREAM|END_STREAM$/.test(frame);
    const { frames } = await frameTranscript(
      server.port,
      streams,
      (seen) => seen.filter(isEnd).length === streams.length,
    );
    assert.equal(frames.filter((frame) => frame.startsWith('RST_STREAM')).length, 1);
  });

  it('applies with its probability, the same for the same seed', async (t) => {
    const runs: number[][] = [];
    for (let run = 0; run < 2; run++) {
      const server = await serveWith(
        t,
        { match: { path: '/get' }, error: { status: 503 }, count: 0, probability: 0.5 },
        { runtime: createRuntime({ seed: 7 }) },
      );
      const statuses: number[] = [];
      for (let index = 0; index < 40; index++) statuses.push((await server.get('/get')).status);
      runs.push(statuses);
    }
    assert.deepEqual(runs[0], runs[1]);
    const hit = runs[0]?.filter((status) => status === 503).length ?? 0;
    assert.ok(hit > 5 && hit < 35, `${hit}`);
  });

  it('applies to a share of the connections with its toxicity', async (t) => {
    const server = await serveWith(
      t,
      { match: { path: '/get' }, error: { status: 503 }, count: 0, toxicity: 0.5 },
      { runtime: createRuntime({ seed: 3 }) },
    );
    const outcomes = new Set<string>();
    for (let index = 0; index < 16; index++) {
      const responses = await exchangeBytes(server.port, get('/get').repeat(4), Array(4).fill('GET'));
      outcomes.add(responses.map(({ status }) => status).join());
    }
    assert.deepEqual([...outcomes].sort(), ['200,200,200,200', '503,503,503,503']);
  });

  it('delays, dribbles and fails, each with the others', async (t) => {
    const server = await serve(t, { runtime: createRuntime({ now: 0 }), maxDuration: 5000 });
    const clock = () => server.authorizationContext.runtime.now();
    await add(server, { match: { path: '/get' }, delay: 2 });
    await add(server, { match: { path: '/get' }, delay: '1..1' });
    assert.equal((await server.get('/get')).status, 200);
    assert.equal(clock(), 3000);
    assert.deepEqual(await lastFault(server), ['delay=2 delay=1..1', 'answered']);
    await add(server, { match: { path: '/deny' }, dribble: '4,2' });
    await add(server, { match: { path: '/deny' }, error: { status: 503 } });
    // One request gets one rule, unless the rule only delays; one that responds comes first.
    assert.equal((await server.get('/deny')).status, 503);
    const dribbled = await faultTranscript(server.port, get('/deny', 'Connection: close\r\n'));
    assert.equal(clock(), 5000);
    assert.equal(dribbled.text.match(/^[0-9a-f]+\r$/gm)?.length, 5);
    await add(server, {
      match: { path: '/get' },
      error: { status: 502, message: 'Bad luck' },
      fault: 'truncate@9',
      delay: 1,
    });
    const { text, end } = await faultTranscript(server.port, get('/get'));
    assert.match(text, /^HTTP\/1\.1 502 BAD GATEWAY\r\n/);
    assert.deepEqual([whole(text).length, end, clock()], [9, 'fin', 6000]);
    assert.deepEqual(await lastFault(server), ['truncate@9', 'server-fin']);
  });

  it('drops the connection without calling the endpoint', async (t) => {
    const server = await serveWith(t, { match: { path: '/get' }, drop: true });
    const { text, end } = await faultTranscript(server.port, get('/get'));
    assert.deepEqual([text, end], ['', 'fin']);
    assert.equal((await server.get('/get')).status, 200);
  });

  it('is counted only for a request that can carry the fault', async (t) => {
    const server = await serve(t, { h2c: true, maxDuration: 500 });
    const path = '/ip';
    const http1 = async (method = 'GET') => {
      const { text, end } = await faultTranscript(server.port, get(path).replace('GET', method), {
        isComplete: (sent) => /^HTTP\/1\.1 400 [\s\S]*(?:\}\n|HEAD[\s\S]*\r\n\r\n)$/.test(sent),
      });
      return end === 'open' ? whole(text) : end;
    };
    const http2 = async () => String((await requestHttp2(server.url, { path })).body);
    for (const [fault, rejected, carried] of [
      ['chunk:size', http2, http1],
      ['reset,code=8', http1, http2],
      ['framing:content-on-head', http1, () => http1('HEAD')],
    ] as const) {
      const { content: rule } = await add(server, { match: { path }, fault });
      for (const remaining of [1, 1]) {
        assert.match(
          await rejected(),
          new RegExp(`The rule ${rule.id} does not fit this response: ${fault}`),
        );
        assert.deepEqual(await lastFault(server), [null, 'answered'], fault);
        assert.equal((await listed(server)).at(-1).remaining, remaining, fault);
      }
      await carried();
      assert.equal((await lastFault(server))[0], fault);
      assert.equal((await listed(server)).at(-1).remaining, 0, fault);
      assert.equal((await server.get(path)).status, 200);
    }
  });

  it('has a dribble in its record only if the response has content', async (t) => {
    const server = await serve(t);
    await add(server, { match: { path: { like: '/status/*' } }, dribble: '2,0.01', count: 0 });
    await add(server, { match: { path: '/status/299' }, respond: { body: 'ab' } });
    await add(server, { match: { path: '/status/205' }, respond: { status: 205 } });
    for (const [path, method, expected] of [
      ['/status/299', 'GET', 'dribble=2,0.01'],
      ['/status/299', 'HEAD', null],
      ['/status/418', 'GET', 'dribble=2,0.01'],
      ['/status/204', 'GET', null],
      ['/status/205', 'GET', null],
    ] as const) {
      await server.send({ path, method });
      assert.deepEqual(await lastFault(server), [expected, 'answered'], `${method} ${path}`);
    }
  });

  it('is not counted for a response that cannot carry the fault, which gets 400', async (t) => {
    const server = await serve(t);
    /** The detail of the error that the rule causes. The count is returned, so it happens again. */
    const rejected = async (path: string, rule: object) => {
      const { content } = await add(server, rule);
      const details: string[] = [];
      for (let times = 0; times < 2; times++) {
        const { text } = await faultTranscript(server.port, get(path), {
          patience: 2000,
          isComplete: (sent) => sent.endsWith('}\n'),
        });
        assert.match(text, /^HTTP\/1\.1 400 [\s\S]*Content-Type: application\/problem\+json\r\n/);
        assert.deepEqual(await lastFault(server), [null, 'answered']);
        details.push(JSON.parse(whole(text)).detail);
      }
      assert.equal(details[0], details[1]);
      const [{ applied, remaining }] = await listed(server);
      assert.deepEqual([applied, remaining], [0, 1]);
      await server.send({ method: 'DELETE', path: `/_sparring/rules/${content.id}` });
      return details[0] ?? '';
    };
    assert.match(
      await rejected('/ip', { match: { path: '/ip' }, fault: 'reset@9999' }),
      /^The rule 1 does not fit this response: reset@9999 must have a place of at most \d+/,
    );
    for (const status of [204, 205, 304])
      assert.match(
        await rejected(`/status/${status}`, {
          match: { path: '/status/{a}' },
          fault: 'chunk:size',
        }),
        new RegExp(`needs content, which the status ${status} does not have`),
      );
    for (const fault of ['truncate@0', 'close@0', 'reset@0', 'stall@0', 'truncate@1'])
      assert.match(
        await rejected('/status/204', { match: { path: '/status/{a}' }, fault }),
        new RegExp(`${fault} must not have a place in the content, which the status 204 does not have`),
      );
    const stub = await add(server, { match: { path: '/empty' }, respond: { status: 304 } });
    assert.match(
      await rejected('/empty', { match: { path: '/empty' }, fault: 'close@0' }),
      /close@0 must not have a place in the content, which the status 304 does not have/,
    );
    await server.send({ method: 'DELETE', path: `/_sparring/rules/${stub.content.id}` });
    const composed = await server.get('/compose/status=204/fault=truncate@0');
    assert.equal(composed.status, 400);
    assert.match(composed.text(), /must not have a place in the content/);
    const match = { path: '/stream/2' };
    assert.match(await rejected('/stream/2', { match, fault: 'truncate@3' }), /needs a Content-Length/);
    assert.match(
      await rejected('/stream/2', { match, dribble: '2,0.1' }),
      /needs a response of a known length/,
    );
    assert.match(
      await rejected('/nowhere', { match: { path: '/nowhere' }, fault: 'truncate@9999' }),
      /truncate@9999 must have a place of at most/,
    );
  });

  it('keeps the count of a rule for the response that can carry the fault', async (t) => {
    const server = await serveWith(t, { match: { path: '/bytes/{n}' }, fault: 'truncate@5' });
    assert.equal((await server.get('/bytes/3')).status, 400);
    const { text, end } = await faultTranscript(server.port, get('/bytes/8'));
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(end, 'fin');
    assert.equal((await server.get('/bytes/8')).status, 200);
  });

  it('sends content with the status of a response that has none', async (t) => {
    const server = await serve(t);
    for (const status of [204, 304]) {
      await add(server, {
        match: { path: '/status/{codes}' },
        fault: `framing:content-on-${status}`,
      });
      const { text } = await faultTranscript(server.port, get(`/status/${status}`));
      assert.match(
        text,
        new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\r\nContent-Length: 5\r\n[\\s\\S]*\r\n\r\nhello$`),
      );
    }
  });

  it('ends a stall when the client leaves, and when the server closes', async (t) => {
    const server = await serveWith(
      t,
      { match: { path: '/get' }, fault: 'stall@headers', count: 2 },
      {
        maxDuration: 60_000,
      },
    );
    await faultTranscript(server.port, get('/get'), { patience: 500 });
    assert.deepEqual(await lastFault(server), ['stall@headers', 'client-fin']);
    const stalled = faultTranscript(server.port, get('/get'), { patience: 30_000 });
    await entriesWhen(server, (entries) =>
      entries.some(
        (entry) =>
          entry.kind === 'exchange' && entry.ended === null && entry.response?.fault === 'stall@headers',
      ),
    );
    await server.close();
    assert.equal((await stalled).end, 'fin');
  });
});

describe('the scope of a rule', () => {
  it('is the testing service and its documentation, without the API, the pages and the control API', async (t) => {
    const server = await serveWith(t, { fault: 'reset', count: 0 });
    for (const path of ['/api/v3', '/login', '/_sparring']) {
      assert.ok((await server.get(path, [['User-Agent', 'test']])).status < 500, path);
    }
    for (const path of ['/get', '/docs', '/', '//get'])
      assert.equal((await faultTranscript(server.port, get(path))).end, 'rst', path);
  });

  it('is the API or the pages when the rule names them', async (t) => {
    const server = await serve(t);
    const agent = 'User-Agent: test\r\n';
    for (const [match, path] of [
      [{ path: '/api/v3/user' }, '/api/v3/user'],
      [{ path: '/login' }, '/login'],
      [{ service: 'api' }, '/api/v3'],
      [{ service: 'accounts' }, '/login/device'],
    ] as const) {
      const { status, content } = await add(server, { match, fault: 'close@headers' });
      assert.equal(status, 201, JSON.stringify(content));
      const { text, end } = await faultTranscript(server.port, get(path, agent));
      assert.match(text, /^HTTP\/1\.1 \d{3} .*\r\n[\s\S]*\r\n\r\n$/, path);
      assert.equal(end, 'fin');
      assert.equal((await server.get('/get')).status, 200);
    }
    assert.ok((await listed(server)).every((rule: { remaining: number }) => rule.remaining === 0));
  });

  it('leaves the audit complete when it is the API', async (t) => {
    const { control, call, port } = await serveControlled(t);
    const rule = { match: { path: '/api/v3/authorizations', method: 'GET' }, fault: 'close@headers' };
    assert.equal((await control('POST', '/rules', rule)).status, 201);
    const [[, credentials = ''] = []] = basic(`${exampleUser.login}:${exampleUser.password}`);
    const fields = `User-Agent: broken\r\nAuthorization: ${credentials}\r\n`;
    const { text } = await faultTranscript(port, get('/api/v3/authorizations', fields));
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/);
    assert.equal((await call('GET', '/authorizations')).status, 200);
    const { calls } = JSON.parse((await control('GET', '/audit?user_agent=broken')).text());
    assert.deepEqual(
      calls.map(({ status, count }: { status: number; count: number }) => [status, count]),
      [[200, 1]],
    );
  });

  it('is not the other port of the API', async (t) => {
    const server = await serve(t, { accountsPort: 0 });
    const rule = { match: { path: '/api/v3/user' }, fault: 'reset', count: 0 };
    await addRule(server, rule);
    const moved = await server.get('/api/v3/user', [['User-Agent', 'test']]);
    assert.ok(moved.status >= 400);
    const request = get('/api/v3/user', 'User-Agent: test\r\n');
    assert.equal((await faultTranscript(server.accountsPort, request)).end, 'rst');
  });

  it('ends with DELETE, and with a reset', async (t) => {
    const server = await serve(t);
    const rule = { match: { path: '/get' }, error: { status: 503 }, count: 0 };
    const { content } = await add(server, rule);
    assert.equal((await server.get('/get')).status, 503);
    assert.equal(
      (await server.send({ method: 'DELETE', path: `/_sparring/rules/${content.id}` })).status,
      204,
    );
    assert.equal((await server.get('/get')).status, 200);
    await add(server, rule);
    assert.equal((await server.send({ method: 'POST', path: '/_sparring/reset' })).status, 204);
    assert.deepEqual(await listed(server), []);
    assert.equal((await server.get('/get')).status, 200);
  });

  it('exists from the start, and again after a reset, for the rules of a seed', async (t) => {
    const server = await serve(t, { initialRules: [{ match: { path: '/get' }, error: { status: 503 } }] });
    assert.deepEqual([(await server.get('/get')).status, (await server.get('/get')).status], [503, 200]);
    await server.send({ method: 'POST', path: '/_sparring/reset' });
    assert.equal((await server.get('/get')).status, 503);
    const seed = JSON.stringify({ rules: [{ match: { path: '/ip' }, fault: 'close' }] });
    assert.equal((await server.send({ method: 'POST', path: '/_sparring/seed', body: seed })).status, 204);
    assert.equal((await faultTranscript(server.port, get('/ip'))).end, 'fin');
    await assert.rejects(
      serve(t, { initialRules: [{ fault: 'rest' }] }),
      /The seed is invalid: rules\[0\]\.fault does not have the kind rest \(did you mean reset\?\)\./,
    );
  });
});

describe('a rule that cannot apply', () => {
  const cases: readonly (readonly [rule: object, reason: RegExp])[] = [
    [{ fault: 'rest' }, /fault does not have the kind rest .*did you mean reset/],
    [{ fault: 'reset@middle' }, /fault reset must have a place of start/],
    [{ fautl: 'reset' }, /fautl is not known \(did you mean fault\?\)/],
    [{ fault: 'reset', match: { hedaers: {} } }, /did you mean headers/],
    [{ fault: 'reset', drop: true }, /must have one of fault and drop, not 2/],
    [{ fault: 'truncate@3', dribble: '3,0.1' }, /cannot be combined with dribble/],
    [{ fault: 'reset,code=2,connection' }, /must have either code or connection/],
    [{ fault: 'idle-close,after=9' }, /must have after of at most 0\.5 s/],
    [{ dribble: '3,9' }, /dribble takes 9 s; the maximum is 0\.5 s/],
    [{ dribble: 'x' }, /dribble must be COUNT,SECONDS/],
    [{ delay: '1..' }, /delay must be seconds/],
    [{ fault: 'reset', match: { headers: { 'no token': 'a' } } }, /no token/],
    [{ fault: 'reset', match: { path: '/anything*' } }, /match\.path must be a template: .*\{rest\*\}/],
    [{ rate_limit: true, match: { service: 'testing' } }, /rate_limit acts on calls of the API/],
  ];
  it('is rejected with the reason and the nearest name', async (t) => {
    const server = await serve(t, { maxDuration: 500 });
    for (const [rule, reason] of cases) {
      const { status, content } = await add(server, rule);
      assert.equal(status, 422, JSON.stringify(rule));
      const text = JSON.stringify(content).replaceAll('\\"', '"');
      assert.match(text, reason);
    }
    assert.deepEqual(await listed(server), []);
  });

  it('is rejected for a fault while faults are disabled', async (t) => {
    const server = await serve(t, { enabledLabs: [] });
    const rule = { match: { path: '/get' }, fault: 'reset' };
    const { status, content } = await add(server, rule);
    assert.equal(status, 422);
    assert.match(content.detail, /fault is disabled by the setting labs/);
  });
});
