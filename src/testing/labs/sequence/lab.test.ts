import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { entriesWhen, firstExchange } from '#test/support/journal.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { viewKey } from '../keys/attempt-view.ts';

type Members = Record<string, unknown>;

/** The read-back of a key as soon as so many attempts have ended. */
async function read(server: TestServer, key: string, attempts: number) {
  const response = await server.get(`/sequence/${key}?wait=${attempts}&timeout=5`);
  assert.equal(response.status, 200, response.text());
  const view: Members & { attempts: Members[]; summary: Members } = JSON.parse(response.text());
  return view;
}

async function statusesOf(server: TestServer, path: string, count: number, fields: [string, string][] = []) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await server.get(path, fields)).status);
  return statuses;
}

describe('the steps of a sequence', () => {
  it('are sent in order, each as often as times says, and the last one from then on', async (t) => {
    const server = await serve(t);
    const path = '/sequence/k/status=503/header=Retry-After:%201/times=2/then/status=500/then/body=a%2Fb/end';
    assert.deepEqual(await statusesOf(server, path, 5), [503, 503, 500, 200, 200]);
    assert.equal((await server.get(path)).text(), 'a/b');
    const { attempts, steps, next } = await read(server, 'k', 6);
    assert.deepEqual([steps, next], [3, 3]);
    assert.deepEqual(
      attempts.map(({ n, step, status }) => [n, step, status]),
      [
        [1, 1, 503],
        [2, 1, 503],
        [3, 2, 500],
        [4, 3, 200],
        [5, 3, 200],
        [6, 3, 200],
      ],
    );
  });

  it('start again with after=first, and end with after=gone', async (t) => {
    const server = await serve(t);
    const steps = 'status=201/times=2/then/status=202';
    assert.deepEqual(
      await statusesOf(server, `/sequence/f/after=first/${steps}/end`, 7),
      [201, 201, 202, 201, 201, 202, 201],
    );
    assert.deepEqual(
      await statusesOf(server, `/sequence/g/${steps}/after=gone/end`, 5),
      [201, 201, 202, 410, 410],
    );
    const gone = await server.get(`/sequence/g/${steps}/after=gone/end`);
    assert.equal(gone.field('Content-Type'), 'application/problem+json');
    assert.equal((await read(server, 'g', 6)).next, null);
  });

  it('can have all directives of /compose, and directives of a query in the last step', async (t) => {
    const server = await serve(t);
    const response = await server.get(
      '/sequence/q/status=500/then/bytes=30/coding=gzip?status=202&header=X-A:1',
    );
    assert.equal(response.status, 500);
    const second = await server.get(
      '/sequence/q/status=500/then/bytes=30/coding=gzip?status=202&header=X-A:1',
    );
    assert.deepEqual(
      [second.status, second.field('X-A'), second.field('Content-Encoding')],
      [202, '1', 'gzip'],
    );
  });

  it('stay those of the first request until the key is deleted', async (t) => {
    const server = await serve(t);
    assert.equal((await server.get('/sequence/k/status=503/body=a%20b/end')).status, 503);
    // Equal steps in another encoding.
    assert.equal((await server.get('/sequence/k/status=503/body=a b/end'.replace(' ', '%20'))).status, 503);
    assert.equal((await server.get('/sequence/k/status=%35%303/body=a%20b/end/other')).status, 503);
    const other = await server.get('/sequence/k/status=200/end');
    assert.equal(other.status, 409);
    assert.match(other.text(), /DELETE \/sequence\/k/);
    assert.equal((await server.get('/sequence/k/end/any?x=1')).status, 503);
    assert.equal((await server.send({ method: 'DELETE', path: '/sequence/k' })).status, 204);
    assert.equal((await server.get('/sequence/k')).status, 404);
    assert.equal((await server.get('/sequence/k/end')).status, 404);
    assert.equal((await server.get('/sequence/k/status=200/end')).status, 200);
  });

  it('are checked before the key is made', async (t) => {
    const server = await serve(t);
    for (const [steps, message] of [
      ['status=200/then/stauts=503/end', /^Step 2: .*did you mean status/i],
      ['status=99/end', /^Step 1: status/],
      ['status=200/times=0/end', /times/],
      ['status=200/times=1001/end', /times/],
      ['status=200/times=2/open=1/end', /open/],
      ['status=200/open=0/end', /open/],
      ['status=200/after=never/end', /after/],
      ['status=200/by=ip/end', /by/],
      ['status=200/by=header:/end', /by/],
      [
        'status=200/by=key,replay/end',
        /by: must be key, path, connection, header:NAME, idempotency or idempotency,replay$/,
      ],
      ['words/end', /words/],
      [`${'status=200/then/'.repeat(64)}status=200/end`, /steps: must be at most 64 steps/],
      [`body=${'x'.repeat(8200)}/end`, /8 KiB/],
      ['bytes=999999999/end', /bytes/],
    ] as const) {
      const response = await server.get(`/sequence/k/${steps}`);
      assert.equal(response.status, 400, steps);
      assert.match(JSON.parse(response.text()).detail, message);
    }
    assert.equal((await server.get('/sequence/k')).status, 404);
    assert.equal((await server.get('/sequence/a%20b/status=200/end')).status, 400);
  });

  it('of open=SECONDS are sent until the clock of the server has moved on', async (t) => {
    const runtime = createRuntime({ now: 0 });
    const server = await serve(t, { runtime });
    const path = '/sequence/breaker/status=503/open=30/then/status=200/end';
    assert.deepEqual(await statusesOf(server, path, 3), [503, 503, 503]);
    runtime.clock.advance(29_999);
    assert.deepEqual(await statusesOf(server, path, 1), [503]);
    runtime.clock.advance(1);
    assert.equal((await read(server, 'breaker', 4)).next, 2);
    assert.deepEqual(await statusesOf(server, path, 2), [200, 200]);
    const short = '/sequence/short/status=503/open=1500ms/then/status=200/end';
    assert.deepEqual(await statusesOf(server, short, 1), [503]);
    runtime.clock.advance(1499);
    assert.deepEqual(await statusesOf(server, short, 1), [503]);
    runtime.clock.advance(1);
    assert.deepEqual(await statusesOf(server, short, 1), [200]);
  });

  it('of open=SECONDS last at least as long as the clock can tell', async (t) => {
    const server = await serve(t, { runtime: createRuntime({ now: 0 }) });
    const steps = (open: string) => `open=${open}/status=200/after=first`;
    for (const open of ['1e-9', '0', '-1', '0.0009', '86400.001']) {
      const responses = [
        await server.get(`/sequence/k/${steps(open)}/end`),
        await server.send({
          method: 'PUT',
          path: '/sequence/k',
          fields: [['Content-Type', 'application/json']],
          body: JSON.stringify({ steps: [{ status: 200, open: Number(open) }], after: 'first' }),
        }),
      ];
      assert.deepEqual(
        responses.map(({ status }) => status),
        [400, 422],
        open,
      );
      assert.throws(
        () => server.labs.parseSeeds({ sequences: { k: { steps: [steps(open)] } } }),
        /sequences\.k\.steps\[0\] open /,
      );
      assert.equal((await server.get('/sequence/k')).status, 404);
    }
    assert.deepEqual(await statusesOf(server, `/sequence/k/${steps('0.001')}/end`, 2), [200, 200]);
  });
});

describe('the count of a sequence', () => {
  it('gives 50 parallel requests the first 50 steps', async (t) => {
    const server = await serve(t);
    const steps = Array.from({ length: 50 }, (_, n) => `status=${200 + n}/header=X-Step:%20${n}`);
    const path = `/sequence/p/${steps
      .map((step) => step.replace(/status=204/, 'status=300'))
      .join('/then/')
      .replace('status=205', 'status=301')}/after=gone/end`;
    const responses = await Promise.all(Array.from({ length: 50 }, () => server.get(path)));
    const numbers = responses
      .map((response) => Number(response.field('X-Step')))
      .sort((one, other) => one - other);
    assert.deepEqual(
      numbers,
      Array.from({ length: 50 }, (_, n) => n),
    );
    assert.equal((await server.get(path)).status, 410);
    const { attempts } = await read(server, 'p', 51);
    assert.equal(new Set(attempts.map(({ n }) => n)).size, 51);
  });

  it('follows the order of pipelined requests', async (t) => {
    const server = await serve(t);
    const get = 'GET /sequence/p/body=one/then/body=two/then/body=three/end HTTP/1.1\r\nHost: h\r\n\r\n';
    const { text } = await pipeline(t, server.port, get.repeat(3), /three$/);
    assert.match(text, /\r\n\r\none.*\r\n\r\ntwo.*\r\n\r\nthree$/s);
    const { attempts } = await read(server, 'p', 3);
    assert.deepEqual(
      attempts.map(({ reused, connection }) => [reused, connection]),
      [
        [false, attempts[0]?.connection],
        [true, attempts[0]?.connection],
        [true, attempts[0]?.connection],
      ],
    );
  });

  it('belongs to a path, a header field or a connection with by', async (t) => {
    const server = await serve(t);
    const steps = 'status=503/then/status=200';
    const paths = ['/end/a', '/end/b', '/end/a', '/end/b'];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await server.get(`/sequence/p/by=path/${steps}${path}`)).status);
    assert.deepEqual(statuses, [503, 503, 200, 200]);
    assert.deepEqual((await read(server, 'p', 4)).callers, [
      { caller: 'a', next: 2 },
      { caller: 'b', next: 2 },
    ]);
    const byUser = `/sequence/h/by=header:X-User/${steps}/end`;
    assert.deepEqual(await statusesOf(server, byUser, 2, [['x-user', 'mona']]), [503, 200]);
    assert.deepEqual(await statusesOf(server, byUser, 2, [['X-User', 'lisa']]), [503, 200]);
    const long = (end: string): [string, string][] => [['X-User', 'u'.repeat(300) + end]];
    assert.deepEqual(await statusesOf(server, byUser, 2, long('1')), [503, 200]);
    assert.deepEqual(await statusesOf(server, byUser, 2, long('2')), [503, 200]);
    const { attempts } = JSON.parse((await server.get('/sequence/h')).text());
    assert.match(attempts.at(-1).caller, /^sha256:[0-9a-f]{64}$/);
    // Each call of this test has a connection of its own.
    assert.deepEqual(await statusesOf(server, `/sequence/c/by=connection/${steps}/end`, 2), [503, 503]);
    const get = `GET /sequence/c/by=connection/${steps}/end HTTP/1.1\r\nHost: h\r\n\r\n`;
    const { text } = await pipeline(t, server.port, get.repeat(2), /200 OK.*\r\n\r\n$/s);
    assert.match(text, /503 SERVICE.*200 OK/s);
  });

  it('keeps the positions of 200 callers', async (t) => {
    const server = await serve(t);
    const ask = (n: number) =>
      server.get('/sequence/h/by=header:X/status=503/then/status=200/end', [['X', `${n}`]]);
    for (let n = 0; n <= 200; n++) assert.equal((await ask(n)).status, 503);
    assert.equal((await ask(200)).status, 200);
    assert.equal((await ask(0)).status, 503);
  });
});

describe('an idempotency key', () => {
  const path = '/sequence/i/by=idempotency,replay/status=500/then/status=201/json={"id":7}/delay=0.05/end';
  const post = (server: TestServer, key: string | undefined, body = '{"a":1}') =>
    server.send({ method: 'POST', path, body, fields: key === undefined ? [] : [['Idempotency-Key', key]] });

  it('gets a successful answer again, and never another one', async (t) => {
    const server = await serve(t);
    const responses = [];
    for (const key of ['"k1"', 'k1', '"k1"', '"k1"', '"k2"']) responses.push(await post(server, key));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [500, 201, 201, 201, 500],
    );
    assert.deepEqual(responses[3]?.text(), '{"id":7}');
    const { attempts, summary } = await read(server, 'i', 5);
    assert.deepEqual(
      attempts.map(({ step, caller, replayed }) => [step, caller, replayed]),
      [
        [1, 'k1', undefined],
        [2, 'k1', undefined],
        [2, 'k1', true],
        [2, 'k1', true],
        [1, 'k2', undefined],
      ],
    );
    assert.deepEqual(summary.idempotencyKeys, ['"k1"', 'k1', '"k2"']);
    assert.equal(summary.bodyDigests, 1);
  });

  it('gets all of the response again, but not how it was sent', async (t) => {
    const server = await serve(t);
    const ask = async (key: string, directives: string) => {
      const { status, fields, body } = await server.send({
        method: 'POST',
        path: `/sequence/${key}/by=idempotency,replay/${directives}/end`,
        body: '{}',
        fields: [['Idempotency-Key', 'k']],
      });
      return { status, fields: fields.filter(([name]) => name !== 'Date'), body: body.toString('latin1') };
    };
    for (const [key, directives] of [
      'status=200:1,201:1/header=X-A:1/header=x-a:2/cookie=a=1;%20Path=%2F/body=caf%C3%A9/charset=iso-8859-1',
      'status=201/redirect=%2Fget/json={"a":1}/type=application%2Fhal+json',
      'base64=AP8=/type=none',
      'bytes=30/coding=gzip/trailer=X-T:1',
    ].entries()) {
      const first = await ask(`${key}`, directives);
      assert.ok([200, 201].includes(first.status) && first.body !== '', directives);
      assert.deepEqual(await ask(`${key}`, directives), first, directives);
    }
    const slow = 'status=201/body=a/dribble=1,0.01/inform=103;Link:%20a/fault=reset@headers';
    await ask('slow', slow).catch(() => {});
    const { status, fields, body } = await ask('slow', slow);
    assert.deepEqual([status, body], [201, 'a']);
    assert.deepEqual(
      fields.find(([name]) => name === 'Content-Length'),
      ['Content-Length', '1'],
    );
  });

  it('with another body gets 422, while the first request is in progress 409, and without a key 400', async (t) => {
    const server = await serve(t);
    await post(server, 'k');
    const [first, second] = await Promise.all([post(server, 'k'), post(server, 'k')]);
    assert.deepEqual([first?.status, second?.status].sort(), [201, 409]);
    await read(server, 'i', 3);
    assert.equal((await post(server, 'k', '{"a":2}')).status, 422);
    const keyless = await post(server, undefined);
    assert.equal(keyless.status, 400);
    assert.match(keyless.text(), /POST requires the header Idempotency-Key in this sequence\./);
    assert.equal((await post(server, '"')).status, 400);
    assert.equal((await post(server, 'x'.repeat(256))).status, 400);
    assert.equal((await server.get(path)).status, 500, 'safe methods need no key');
    const { attempts } = await read(server, 'i', 8);
    assert.deepEqual(attempts.map(({ status }) => status).slice(3), [422, 400, 400, 400, 500]);
  });

  it('is stored when the client leaves before the answer', async (t) => {
    const server = await serve(t);
    const slow = '/sequence/s/by=idempotency,replay/status=201/body=done/delay=5/end';
    const head = `POST ${slow} HTTP/1.1\r\nHost: h\r\nIdempotency-Key: k\r\nContent-Length: 2\r\n\r\n{}`;
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head));
    await entriesWhen(server, ([first]) => first?.kind === 'exchange' && first.ms.body !== null);
    socket.destroy();
    const [attempt] = (await read(server, 's', 1)).attempts;
    assert.deepEqual([attempt?.status, attempt?.endedBy], [null, 'client-fin']);
    const again = await server.send({
      method: 'POST',
      path: slow,
      body: '{}',
      fields: [['Idempotency-Key', 'k']],
    });
    assert.deepEqual([again.status, again.text()], [201, 'done']);
  });
});

describe('the read-back of a sequence', () => {
  it('has the request, times, gaps, the body and the end of each attempt', async (t) => {
    const runtime = createRuntime({ now: Date.UTC(2026, 0, 1) });
    const server = await serve(t, { runtime });
    const path = '/sequence/k/status=503/then/json=[]/end';
    const send = (body: string) =>
      server.send({
        method: 'POST',
        path,
        body,
        fields: [
          ['X-b', '1'],
          ['x-B', '2'],
        ],
      });
    await send('hello');
    await new Promise((resolve) => setTimeout(resolve, 30));
    runtime.clock.advance(60_000);
    await send('hello');
    const { attempts, summary } = await read(server, 'k', 2);
    const sha256 = createHash('sha256').update('hello').digest('hex');
    const [one, two] = attempts;
    assert.deepEqual(one?.body, { length: 5, sha256, complete: true });
    assert.deepEqual([one?.time, two?.time], ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z']);
    assert.deepEqual(
      [one?.method, one?.target, one?.protocol, one?.endedBy],
      ['POST', path, 'HTTP/1.1', 'answered'],
    );
    assert.ok(Array.isArray(one?.headers) && one.headers.some(([name]) => name === 'x-B'));
    assert.deepEqual([one?.sincePrevious, one?.bytesSent, two?.bytesSent], [null, 0, 2]);
    const gap = Number(two?.sincePrevious);
    assert.ok(gap >= 29 && gap < 5000, `${gap}`);
    assert.deepEqual(summary, { count: 2, bodyDigests: 1, idempotencyKeys: [], gaps: [gap] });
  });

  it('waits for attempts, also at a key that does not exist yet, and gets 408 after the time', async (t) => {
    const server = await serve(t, { runtime: createRuntime({ now: 0 }) });
    const waiting = read(server, 'later', 2);
    await statusesOf(server, '/sequence/later/status=503/end', 2);
    assert.equal((await waiting).attempts.length, 2);
    const late = await server.get('/sequence/later?wait=3&timeout=0.05');
    assert.equal(late.status, 408);
    assert.match(late.text(), /2 of 3 attempts have ended within 0\.05 s/);
    assert.equal((await server.get('/sequence/none?wait=1&timeout=0')).status, 408);
    assert.equal((await server.get('/sequence/later?wait=0')).status, 400);
  });

  it('ends a wait with 503 when the server closes', async (t) => {
    const server = await serve(t);
    const waiting = server.get('/sequence/k?wait=1');
    await server.get('/get');
    await server.close();
    assert.equal((await waiting).status, 503);
  });

  it('shows an aborted upload', async (t) => {
    const server = await serve(t);
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('POST /sequence/k/status=200/end HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc'),
    );
    await entriesWhen(server, ([first]) => first?.kind === 'exchange');
    socket.destroy();
    const [attempt] = (await read(server, 'k', 1)).attempts;
    assert.equal(attempt?.status, 400);
    const sha256 = createHash('sha256').update('abc').digest('hex');
    assert.deepEqual(attempt?.body, { length: 3, sha256, complete: false });
  });

  it('is in the journal, too, whose connections have the same numbers', async (t) => {
    const server = await serve(t);
    await server.get('/sequence/k/status=418/end');
    const { lab, connection } = await firstExchange(server);
    assert.deepEqual(lab, { name: 'sequence', key: 'k', attempt: 1 });
    const [attempt] = (await read(server, 'k', 1)).attempts;
    assert.equal(attempt?.connection, connection.id);
  });

  it('exists without a journal, and has no cookies of the account pages', async (t) => {
    const server = await serve(t, { journal: 0, journalRedact: ['authorization'] });
    await server.send({
      method: 'POST',
      path: '/sequence/k/status=201/body=abc/end',
      body: 'hello',
      fields: [
        ['Cookie', 'a=1; sparring_session=secret'],
        ['Authorization', 'Bearer secret'],
      ],
    });
    const view = await read(server, 'k', 1);
    assert.doesNotMatch(JSON.stringify(view), /secret/);
    const [attempt] = view.attempts;
    const { length, complete } = Object(attempt?.body);
    assert.deepEqual(
      [attempt?.connection, attempt?.status, attempt?.bytesSent, attempt?.endedBy, length, complete],
      [1, 201, 3, 'answered', 5, true],
    );
  });

  it('counts the requests of a connection, also those of other endpoints', async (t) => {
    for (const journal of [0, 10]) {
      const server = await serve(t, { journal, tls: true });
      const session = connectHttp2(server.url, { ca: readFileSync(server.caPath ?? '', 'utf8') });
      t.after(() => session.destroy());
      for (const path of ['/get', '/sequence/k/status=204/end'])
        await once(session.request({ ':path': path }).resume(), 'close');
      session.close();
      const { attempts } = viewKey((await server.labs.read('sequence', 'k')) ?? assert.fail());
      assert.deepEqual(
        attempts.map(({ connection, stream, reused }) => [connection, stream, reused]),
        [[1, 3, true]],
      );
    }
  });

  it('has the streams of HTTP/2', async (t) => {
    const server = await serve(t, { tls: true });
    const ca = readFileSync(server.caPath ?? '', 'utf8');
    const response = await requestHttp2(server.url, { path: '/sequence/k/status=503/end' }, { ca });
    assert.equal(response.status, 503);
    const view = await requestHttp2(server.url, { path: '/sequence/k?wait=1' }, { ca });
    const [attempt] = JSON.parse(String(view.body)).attempts;
    assert.deepEqual([attempt.protocol, attempt.stream, attempt.reused], ['HTTP/2', 1, false]);
    assert.equal(attempt.endedBy, 'answered');
  });
});

describe('the body of an attempt', () => {
  it('is read before the answer, after 100 (Continue)', async (t) => {
    const server = await serve(t);
    const text = await exchangeBytes(
      server.port,
      'POST /sequence/k/status=503/end HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello',
      ['POST'],
    );
    assert.match(JSON.stringify(text), /503/);
    const [attempt] = (await read(server, 'k', 1)).attempts;
    assert.equal(Object(attempt?.body).complete, true);
  });

  it('is rejected above the maximum', async (t) => {
    const server = await serve(t, { maxUploadSize: 10 });
    const response = await server.send({
      method: 'POST',
      path: '/sequence/k/status=200/end',
      body: 'x'.repeat(11),
    });
    assert.equal(response.status, 413);
  });
});

async function pipeline(t: TestContext, port: number, requests: string, end: RegExp) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.setEncoding('latin1').write(requests);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (end.test(text)) break;
  }
  return { text };
}

describe('a fault in a step', () => {
  const ask = (server: TestServer, path: string, fields = '', body = '') =>
    exchangeBytes(
      server.port,
      `POST ${path} HTTP/1.1\r\nHost: h\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`,
      ['POST'],
    ).catch((error: Error) => error.message);

  it('is recorded with the way in which it ends the exchange', async (t) => {
    const server = await serve(t);
    const path =
      '/sequence/f/fault=reset/then/body=hello/fault=close@2/then/fault=reset@request/then/status=200/end';
    for (let n = 0; n < 3; n++) await ask(server, path, '', 'abc');
    assert.equal((await server.get(path)).status, 200);
    const { attempts } = await read(server, 'f', 4);
    assert.deepEqual(
      attempts.map(({ step, fault, endedBy }) => [step, fault, endedBy]),
      [
        [1, 'reset', 'server-rst'],
        [2, 'close@2', 'server-fin'],
        [3, 'reset@request', 'server-rst'],
        [4, null, 'answered'],
      ],
    );
  });

  it('loses the answer of an idempotent request, which its retry gets', async (t) => {
    const server = await serve(t);
    const path = '/sequence/l/by=idempotency,replay/status=201/body=done/fault=close@2/end';
    await ask(server, path, 'Idempotency-Key: k\r\n', '{}');
    await read(server, 'l', 1);
    const retry = await server.send({
      method: 'POST',
      path,
      body: '{}',
      fields: [['Idempotency-Key', 'k']],
    });
    assert.deepEqual([retry.status, retry.text()], [201, 'done']);
    const { attempts } = await read(server, 'l', 2);
    assert.deepEqual(
      attempts.map(({ fault, endedBy, replayed }) => [fault, endedBy, replayed]),
      [
        ['close@2', 'server-fin', undefined],
        [null, 'answered', true],
      ],
    );
  });
});

describe('a sequence of JSON', () => {
  const put = (server: TestServer, key: string, data: unknown) =>
    server.send({ method: 'PUT', path: `/sequence/${key}`, body: JSON.stringify(data) });

  it('has objects and texts as steps, and replaces the sequence of its key', async (t) => {
    const server = await serve(t);
    const steps = [
      { status: 503, headers: { 'Retry-After': '1', 'X-A': 'b/c' }, times: 2 },
      'status=500/body=a%2Fb',
      { json: { ok: true } },
    ];
    const response = await put(server, 'j', { steps, after: 'gone', by: 'path' });
    assert.equal(response.status, 200, response.text());
    assert.deepEqual(JSON.parse(response.text()).steps, 3);
    assert.deepEqual(await statusesOf(server, '/sequence/j/end/x', 5), [503, 503, 500, 200, 410]);
    const first = await server.get('/sequence/j/end/y');
    assert.deepEqual([first.field('Retry-After'), first.field('X-A')], ['1', 'b/c']);
    const url =
      '/sequence/j/status=503/header=Retry-After:%201/header=X-A:%20b%2Fc/times=2/then/status=500/body=a%2Fb/then/json={"ok":true}/after=gone/by=path/end/z';
    assert.equal((await server.get(url)).status, 503, 'the same steps in a path');
    await put(server, 'j', { steps: ['status=418'] });
    assert.deepEqual(await statusesOf(server, '/sequence/j/end', 1), [418]);
    assert.equal((await read(server, 'j', 1)).summary.count, 1);
  });

  it('is rejected with the number of the invalid step, or above 64 KiB', async (t) => {
    const server = await serve(t);
    for (const [data, status, message] of [
      [{ steps: [{ status: 200 }, { stauts: 200 }] }, 422, /steps\[1\]\.stauts is not known/],
      [{ steps: [{ body: { a: 1 } }] }, 422, /body must be text/],
      [{ steps: [{ json: undefined, body: null }] }, 422, /body must be text/],
      [{ steps: [{ body: 'x'.repeat(66_000) }] }, 422, /64 KiB/],
      [{ steps: [{ __proto__: null, constructor: 'x' }] }, 422, /constructor/],
      [{ steps: ['then/status=200'] }, 422, /then/],
      [{ steps: [] }, 422, /./],
      [{ steps: [{}], more: 1 }, 422, /./],
    ] as const) {
      const response = await put(server, 'j', data);
      assert.equal(response.status, status, JSON.stringify(data).slice(0, 100));
      assert.match(response.text(), message);
    }
    assert.equal((await server.get('/sequence/j')).status, 404);
  });
});
