import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { ExchangeSummary } from '#journal/recording/exchange-summary.ts';
import { createRuntime } from '#runtime.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { firstExchange } from '#test/support/journal.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';

describe('the times of an attempt', () => {
  it('are milliseconds of real time from the head of the request', async (t) => {
    // Each reading is a second later, so that each difference is a number of seconds.
    let seconds = 0;
    const runtime = {
      ...createRuntime(),
      monotonic: () => ++seconds * 1000,
      systemMonotonic: () => ++seconds * 1e6,
    };
    const { control, get } = await serveControlled(t, { runtime });
    for (let count = 0; count < 2; count++)
      assert.equal((await get('/sequence/k/status=503/end')).status, 503);
    const { attempts } = JSON.parse((await control('GET', '/labs/sequence/k')).text());
    const [first, second] = attempts;
    assert.equal(first.sincePrevious, null);
    for (const time of [second.sincePrevious, second.ms.firstByte, second.ms.done])
      assert.ok(time >= 1000 && time % 1000 === 0, String(time));
    assert.ok(second.ms.firstByte < second.ms.done && second.ms.done < second.sincePrevious + 100_000);
  });
});

describe('the exchange of an attempt', () => {
  /** A server with a clock that the test sets, in milliseconds, and delays that end when the test says so. */
  async function open(t: TestContext) {
    const { promise, resolve } = Promise.withResolvers<void>();
    t.after(() => resolve());
    const clock = { now: 1000, endDelay: resolve };
    const server = await serve(t, {
      journal: 0,
      runtime: { ...createRuntime(), monotonic: () => clock.now, sleep: () => promise },
    });
    const socket = connect(server.port, '127.0.0.1');
    t.after(() => socket.destroy());
    let text = '';
    socket.on('error', () => {}).on('data', (chunk) => (text += chunk));
    await once(socket, 'connect');
    const exchange = async (key: string) => (await server.labs.read('limit', key))?.attempts[0]?.exchange;
    const when = async (key: string, condition: (exchange: ExchangeSummary) => boolean) => {
      await until(async () => {
        const found = await exchange(key);
        return found !== undefined && condition(found);
      });
      return exchange(key);
    };
    return { clock, socket, when, received: () => text };
  }
  const digestOf = (text: string) => createHash('sha256').update(text).digest('latin1');
  const common = { method: 'POST', protocol: 'HTTP/1.1', connection: 1, stream: null, fault: null };
  const inProgress = {
    status: 0,
    bytesSent: 0,
    firstByte: null,
    done: null,
    ended: null,
    expectation: undefined,
  };

  it('has its status, bytes and times when it has ended', async (t) => {
    const { clock, socket, when } = await open(t);
    const path = '/limit/k/policy=default;q=9/status=201/body=abc/delay=1/end';
    for (const target of ['/status/200', path])
      socket.write(`POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello`);
    const begun = { ...common, isReused: true, bodyLength: 5, bodyDigest: digestOf('hello') };
    assert.deepEqual(await when('k', ({ isBodyComplete }) => isBodyComplete), {
      ...begun,
      ...inProgress,
      isBodyComplete: true,
    });
    clock.now = 1007.5;
    clock.endDelay();
    assert.deepEqual(await when('k', ({ ended }) => ended !== null), {
      ...begun,
      ...inProgress,
      isBodyComplete: true,
      status: 201,
      bytesSent: 3,
      firstByte: 7500,
      done: 7500,
      ended: 'answered',
    });
  });

  it('has the body of its request, also one that ends after the response or never', async (t) => {
    for (const isComplete of [true, false]) {
      const { socket, when } = await open(t);
      socket.write(
        'POST /limit/k/policy=default;q=9/end HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf',
      );
      const sent = { ...inProgress, status: 200, firstByte: 0, done: 0, ended: 'answered' };
      assert.deepEqual(await when('k', ({ ended, bodyLength }) => ended !== null && bodyLength === 4), {
        ...common,
        ...sent,
        isReused: false,
        bodyLength: 4,
        bodyDigest: undefined,
        isBodyComplete: false,
      });
      if (isComplete) socket.write('-rest');
      else socket.destroy();
      assert.deepEqual(await when('k', ({ bodyDigest }) => bodyDigest !== undefined), {
        ...common,
        ...sent,
        isReused: false,
        isBodyComplete: isComplete,
        bodyLength: isComplete ? 9 : 4,
        bodyDigest: digestOf(isComplete ? 'half-rest' : 'half'),
      });
    }
  });

  it('has no body digest without a body, and the expectation of 100 (Continue) after the end', async (t) => {
    const { clock, socket, when, received } = await open(t);
    socket.write(
      'POST /limit/k/cost=bytes/policy=default;q=9/end HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n',
    );
    const begun = { ...common, isReused: false, bodyLength: 0, bodyDigest: undefined };
    assert.deepEqual(await when('k', () => true), { ...begun, ...inProgress, isBodyComplete: false });
    await until(() => received().includes('100 Continue'));
    clock.now = 1002;
    socket.write('4\r\nhalf\r\n');
    await when('k', ({ bodyLength }) => bodyLength === 4);
    clock.now = 1003;
    socket.write('0\r\n\r\n');
    assert.deepEqual(await when('k', ({ ended }) => ended !== null), {
      ...common,
      ...inProgress,
      isReused: false,
      bodyLength: 4,
      bodyDigest: digestOf('half'),
      isBodyComplete: true,
      status: 200,
      firstByte: 3000,
      done: 3000,
      ended: 'answered',
      expectation: { firstBodyByte: 2, bytesBeforeContinue: 0 },
    });
  });
});

describe('an attempt with a fault', () => {
  it('is in the journal with the head that was sent', async (t) => {
    const server = await serve(t);
    const path = '/sequence/k/status=503/body=abcdef/fault=length:less-2/end';
    const { text, end } = await faultTranscript(server.port, `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 503 .*\r\nContent-Length: 4\r\n/s);
    assert.equal(end, 'fin');
    const { response, lab } = await firstExchange(server);
    assert.deepEqual(
      [response?.status, response?.fault, response?.headers.filter(([name]) => name === 'Content-Length')],
      [503, 'length:less-2', [['Content-Length', '4']]],
    );
    assert.deepEqual(lab, { name: 'sequence', key: 'k', attempt: 1 });
    const [attempt] = JSON.parse((await server.get('/sequence/k?wait=1')).text()).attempts;
    assert.deepEqual([attempt.status, attempt.fault, attempt.endedBy], [503, 'length:less-2', 'server-fin']);
  });
});
