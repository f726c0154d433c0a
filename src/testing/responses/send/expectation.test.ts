import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { entriesWhen, firstExchange } from '#test/support/journal.ts';
import { composer } from '#test/support/servers/composer.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { statuses, transcript } from '#test/support/wire/transcript.ts';

const CLOSE = 'Connection: close\r\n';
const CONTINUE = /HTTP\/1\.1 100 Continue\r\n\r\n/;
const FINAL = /HTTP\/1\.1 [2-9]\d\d .*\r\n\r\n/s;

/** The head of an upload of five bytes that waits for 100 (Continue). */
const upload = (query: string, more = '', version = '1.1') =>
  `POST /compose?${query} HTTP/${version}\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 5\r\n${more}\r\n`;
const next = 'GET /compose?body=next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';

/** Runs the test on plain HTTP/1.1 and on TLS. */
function onBoth(
  title: string,
  run: (
    server: TestServer,
    send: (...steps: (string | number | RegExp)[]) => ReturnType<typeof transcript>,
  ) => Promise<void>,
) {
  for (const tls of [false, true])
    it(`${title}${tls ? ', over TLS' : ''}`, async (t) => {
      const server = await serve(t, tls ? { tls } : {});
      const options = tls ? { ca: readFileSync(server.caPath ?? '', 'utf8') } : {};
      await run(server, (...steps) => transcript(server.port, steps, options));
    });
}

const expectationOf = async (server: TestServer) => (await firstExchange(server)).request.expectation;

describe('a request with Expect: 100-continue', () => {
  onBoth('gets 100 by default, and its response after the body', async (server, send) => {
    const response = await send(upload('body=x'), CONTINUE, 30, 'hello', FINAL, next);
    assert.deepEqual([statuses(response), response.end], [[100, 200, 200], 'end']);
    const { firstBodyByte = null, bytesBeforeContinue } = (await expectationOf(server)) ?? {};
    assert.ok(firstBodyByte !== null && firstBodyByte > 20, `${firstBodyByte}`);
    assert.equal(bytesBeforeContinue, 0);
  });

  onBoth('that does not wait is seen in the record', async (server, send) => {
    const response = await send(`${upload('expect=continue')}hello${next}`);
    assert.deepEqual(statuses(response), [100, 200, 200]);
    assert.equal((await expectationOf(server))?.bytesBeforeContinue, 5);
  });

  onBoth('late gets 100 after the time', async (server, send) => {
    const response = await send(upload('expect=late:0.15'), 60, 'hel', CONTINUE, 'lo', FINAL, next);
    assert.deepEqual(statuses(response), [100, 200, 200]);
    const { ms, request } = await firstExchange(server);
    assert.equal(request.expectation?.bytesBeforeContinue, 3);
    assert.ok((ms.body ?? 0) >= 140, JSON.stringify(ms));
  });

  onBoth('never gets the response without 100, and the connection closes', async (server, send) => {
    const response = await send(upload('expect=never&status=401&body=x'), FINAL);
    assert.deepEqual([statuses(response), response.end], [[401], 'end']);
    assert.match(response.text, /\r\nConnection: close\r\n.*\r\n\r\nx$/s);
    assert.deepEqual(await expectationOf(server), { firstBodyByte: null, bytesBeforeContinue: null });
  });

  for (const value of ['never', 'refuse'])
    it(`${value} does not reset the connection of a client that sends its body`, async (t) => {
      const { port } = await serve(t);
      const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true });
      t.after(() => socket.destroy());
      const errors: unknown[] = [];
      socket.on('error', (error) => errors.push(error)).resume();
      const ended = once(socket, 'end');
      socket.write(upload(`expect=${value}&body=x`).replace('Length: 5', 'Length: 3000000'));
      socket.write('x'.repeat(100_000));
      await ended;
      for (let count = 0; count < 5; count++) {
        socket.write('x'.repeat(100_000));
        await sleep(20);
      }
      assert.deepEqual(errors, []);
    });

  onBoth('refuse gets 417, and the connection closes', async (_, send) => {
    const response = await send(upload('expect=refuse&status=201'), FINAL);
    assert.deepEqual([statuses(response), response.end], [[417], 'end']);
    assert.match(response.text, /\r\nConnection: close\r\n/);
    const without = await send(
      upload('expect=refuse&status=201', CLOSE).replace('Expect', 'X-Expect'),
      'hello',
    );
    assert.deepEqual(statuses(without), [201]);
  });

  onBoth('refuse ignores pipelined requests', async (_, send) => {
    const response = await send(`${next.replace(CLOSE, '')}${upload('expect=refuse')}hello${next}`);
    assert.deepEqual([statuses(response), response.end], [[200, 417], 'end']);
  });

  onBoth('final gets the status instead of 100, and the body is discarded', async (server, send) => {
    const response = await send(upload('expect=final:401&status=200&body=no'), FINAL, 'hello', next);
    assert.deepEqual([statuses(response), response.end], [[401, 200], 'end']);
    assert.match(response.text, /\r\n\r\nnoHTTP/);
    assert.equal((await expectationOf(server))?.bytesBeforeContinue, null);
  });

  onBoth('after-body gets 100 after the body', async (server, send) => {
    const response = await send(upload('expect=after-body'), 50, 'hell', 50, 'o', FINAL, next);
    assert.deepEqual([statuses(response), response.end], [[100, 200, 200], 'end']);
    assert.equal((await expectationOf(server))?.bytesBeforeContinue, 5);
  });

  onBoth('twice gets two responses 100', async (_, send) => {
    const response = await send(upload('expect=twice'), CONTINUE, 'hello', next);
    assert.deepEqual(statuses(response), [100, 100, 200, 200]);
  });

  onBoth('with-length gets 100 with Content-Length', async (_, send) => {
    const response = await send(
      upload('expect=with-length&inform=103;X-A: 1'.replace(' ', '+')),
      CONTINUE_WITH_LENGTH,
      'hello',
      next,
    );
    assert.deepEqual(statuses(response), [100, 103, 200, 200]);
    assert.match(response.text, CONTINUE_WITH_LENGTH);
  });

  it('as a step of a sequence shows the second try without Expect, and how the client sent the body', async (t) => {
    const server = await serve(t);
    const steps = '/sequence/k/expect=refuse/then/expect=late:0.05/then/json={}/end';
    const post = `POST ${steps} HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n`;
    const expecting = `${post}Expect: 100-continue\r\n\r\n`;
    assert.deepEqual(
      statuses(await transcript(server.port, [expecting, /^HTTP\/1.1 417 /], { patience: 200 })),
      [417],
    );
    const late = await transcript(server.port, [`${expecting}hel`, CONTINUE, 'lo', FINAL, next]);
    assert.deepEqual(statuses(late), [100, 200, 200]);
    const second = await transcript(server.port, [`${post}${CLOSE}\r\nhello`]);
    assert.deepEqual(statuses(second), [200]);
    const { attempts } = JSON.parse((await server.get('/sequence/k')).text());
    assert.deepEqual(
      attempts.map(
        ({ status, expectation }: { status: number; expectation?: { bytesBeforeContinue: unknown } }) => [
          status,
          expectation?.bytesBeforeContinue,
        ],
      ),
      [
        [417, null],
        [200, 3],
        [200, undefined],
      ],
    );
    assert.equal(typeof attempts[1].expectation.firstBodyByte, 'number');
  });

  it('has no effect of the directive on HTTP/1.0, without a body, and without Expect', async (t) => {
    const { port } = await serve(t);
    for (const [head, body] of [
      [upload('expect=twice', '', '1.0'), 'hello'],
      [upload('expect=refuse', CLOSE).replace(/Content-Length: 5\r\n/, ''), ''],
      [upload('expect=refuse', CLOSE).replace('100-continue', 'tea'), 'hello'],
    ] as const) {
      const response = await transcript(port, [head + body]);
      assert.deepEqual([statuses(response), response.end], [[200], 'end'], head);
    }
  });

  it('with a body above the limit gets 413', async (t) => {
    const server = await serve(t, { maxBodySize: 4 });
    const declared = await transcript(server.port, [upload('expect=late:1')]);
    assert.deepEqual([statuses(declared), declared.end], [[413], 'end']);
    const chunked = upload('').replace('Content-Length: 5', 'Transfer-Encoding: chunked');
    const sent = await transcript(server.port, [chunked, CONTINUE, '5\r\nhello\r\n0\r\n\r\n']);
    assert.deepEqual([statuses(sent), sent.end], [[100, 413], 'end']);
  });

  it('survives a client that disconnects while it waits', async (t) => {
    const server = await serve(t);
    for (const value of ['late:5', 'after-body', 'continue', 'never']) {
      await transcript(server.port, [upload(`expect=${value}`), 20, 'hel', 20], { patience: 1 });
    }
    await entriesWhen(
      server,
      (entries) => entries.filter((entry) => entry.kind === 'exchange' && entry.ended !== null).length === 4,
    );
    assert.equal((await server.get('/get')).status, 200);
  });

  it('rejects an unknown behaviour', async (t) => {
    const { errorOf } = await composer(t);
    for (const value of [
      'x',
      'late',
      'late:',
      'late:-1',
      'late:1e9',
      'final',
      'final:100',
      'final:99',
      'final:1000',
    ])
      assert.match(await errorOf(['expect', value]), /expect/, value);
    assert.match(await errorOf(['expect', 'late:11']), /the maximum is 10 s/);
  });
});

const CONTINUE_WITH_LENGTH = /HTTP\/1\.1 100 Continue\r\nContent-Length: 0\r\n\r\n/;

describe('a request with Expect: 100-continue over HTTP/2', () => {
  async function send(t: TestContext, query: string) {
    const server = await serve(t, { tls: true });
    const session = connect(server.url, { ca: readFileSync(server.caPath ?? '', 'utf8') });
    t.after(() => session.destroy());
    const log: unknown[] = [];
    const stream = session.request({
      ':path': `/compose?${query}`,
      ':method': 'POST',
      expect: '100-continue',
    });
    // Node emits `continue` for 100, and `headers` for each informational response.
    stream.on('headers', (fields) => log.push(fields[':status']));
    stream.once('headers', () => stream.writableEnded || stream.end('hello'));
    const timer = setTimeout(
      () => stream.writable && stream.end('hello'),
      query.includes('after-body') ? 50 : 2000,
    );
    await new Promise<void>((resolve, reject) => {
      stream.on('response', (fields) => log.push(fields[':status'])).on('error', reject);
      stream.on('close', resolve).resume();
    });
    clearTimeout(timer);
    log.push(stream.rstCode);
    // The other streams of the connection are not affected.
    const other = session.request({ ':path': '/get' });
    log.push(
      await new Promise((resolve) => other.on('response', (fields) => resolve(fields[':status'])).resume()),
    );
    return { log, expectation: await expectationOf(server) };
  }

  for (const [query, log, bytesBeforeContinue] of [
    ['', [100, 200, 0, 200], 0],
    ['expect=late:0.1', [100, 200, 0, 200], 0],
    ['expect=never&status=401', [401, 0, 200], null],
    ['expect=refuse', [417, 0, 200], null],
    ['expect=final:403', [403, 0, 200], null],
    ['expect=after-body', [100, 200, 0, 200], 5],
    ['expect=twice', [100, 100, 200, 0, 200], 0],
  ] as const)
    it(`applies ${query || 'the default'}`, async (t) => {
      const result = await send(t, query);
      assert.deepEqual(result.log, log);
      assert.equal(result.expectation?.bytesBeforeContinue, bytesBeforeContinue);
    });
});
