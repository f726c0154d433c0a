import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { firstExchange } from '#test/support/journal.ts';
import { composer, formatQuery, type Word } from '#test/support/servers/composer.ts';
import { serve } from '#test/support/servers/serve.ts';
import { statuses, transcript } from '#test/support/wire/transcript.ts';

const get = (path: string, version = '1.1', more = '') =>
  `GET ${path} HTTP/${version}\r\nHost: h\r\n${more}\r\n`;
const inform = (...values: string[]) =>
  `/compose?${formatQuery(values.map((value): Word => ['inform', value]))}&body=x`;

/** A server on each protocol of HTTP/1. */
async function serveBoth(t: TestContext) {
  const [plain, secure] = [await serve(t), await serve(t, { tls: true })];
  const ca = readFileSync(secure.caPath ?? '', 'utf8');
  return [
    { name: 'plain', port: plain.port, options: {} },
    { name: 'TLS', port: secure.port, options: { ca } },
  ];
}

describe('inform', () => {
  it('sends informational responses with their headers before the response', async (t) => {
    for (const { name, port, options } of await serveBoth(t)) {
      const path = inform(
        '103;Link: </a.css>; rel=preload;as=style;x-B: 1; X-B: "a; C: d"',
        '102',
        '199',
        '100',
      );
      const { text, end } = await transcript(port, [get(path, '1.1', 'Connection: close\r\n')], options);
      const [head = ''] = text.split('HTTP/1.1 200');
      assert.equal(
        head,
        'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload;as=style\r\nx-B: 1\r\nX-B: "a; C: d"\r\n\r\n' +
          'HTTP/1.1 102 Processing\r\n\r\n' +
          'HTTP/1.1 199 UNKNOWN\r\n\r\n' +
          'HTTP/1.1 100 Continue\r\n\r\n',
        name,
      );
      assert.match(text, /HTTP\/1\.1 200 OK\r\n.*\r\n\r\nx$/s);
      assert.equal(end, 'end');
    }
  });

  it('keeps the order of pipelined responses', async (t) => {
    for (const { name, port, options } of await serveBoth(t)) {
      const steps = [
        get('/compose?delay=0.1&body=first') +
          get(inform('103;X-A: 1', '102')) +
          get(inform('104')) +
          get('/compose?body=last', '1.1', 'Connection: close\r\n'),
      ];
      const answer = await transcript(port, steps, options);
      assert.deepEqual(statuses(answer), [200, 103, 102, 200, 104, 200, 200], name);
    }
  });

  it('is sent in the path form, and to HEAD', async (t) => {
    const { port } = await serve(t);
    const path = '/compose/inform=103;Link:%20%3C%2Fa.css%3E@0/json={}/end/x';
    const [text] = [(await transcript(port, [get(path, '1.1', 'Connection: close\r\n')])).text];
    assert.match(text, /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    const head = await transcript(port, [
      `HEAD ${inform('103')} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`,
    ]);
    assert.deepEqual(statuses(head), [103, 200]);
    assert.match(head.text, /\r\n\r\n$/);
  });

  it('is not sent to HTTP/1.0', async (t) => {
    const { port } = await serve(t);
    const answer = await transcript(port, [get(inform('103', '102@0.1'), '1.0')]);
    assert.deepEqual([statuses(answer), answer.end], [[200], 'end']);
  });

  it('waits before each one by its time', async (t) => {
    const { get, runtime, errorOf } = await composer(t);
    const before = runtime.now();
    assert.equal((await get(`${inform('103@1.5', '102@0.25')}&delay=1`)).status, 200);
    assert.ok(Math.abs(runtime.now() - before - 2750) < 0.01);
    assert.match(await errorOf(['inform', '103@6'], ['inform', '103@5']), /11 s.*the maximum is 10 s/);
  });

  it('ends with the connection of the client', async (t) => {
    const waiting = Promise.withResolvers<AbortSignal>();
    const sleep = (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        if (signal) waiting.resolve(signal);
      });
    const server = await serve(t, { runtime: { ...createRuntime(), sleep } });
    const client = transcript(server.port, [get(inform('103@5')), 50], { patience: 10 });
    const signal = await waiting.promise;
    await client;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    assert.equal((await server.get('/get')).status, 200);
  });

  it('is rejected when it is invalid', async (t) => {
    const { errorOf, ask } = await composer(t);
    for (const value of [
      '101',
      '200',
      '99',
      '1000',
      '10',
      'x',
      '103@x',
      '103;',
      '103;X',
      '103;X-A',
      '103;: 1',
      '103;Connection: close',
      '103;Content-Length: 5',
      '103;Transfer-Encoding: chunked',
      '103;X-A: a\nb',
      '103@-1',
      '103@1e3',
      '103;X-A: €',
      '103@9999999',
    ]) {
      assert.match(await errorOf(['inform', value]), /inform/, value);
    }
    const many = Array.from({ length: 20 }, (): Word => ['inform', '103']);
    assert.equal((await ask(...many)).status, 200);
    assert.match(await errorOf(...many, ['inform', '103']), /20/);
    assert.equal((await ask(['inform', '103;Clear-Site-Data: "*"'])).status, 403);
  });

  it('is recorded', async (t) => {
    const server = await serve(t);
    await server.get(inform('103;Link: </a>', '102'));
    const { response } = await firstExchange(server);
    assert.deepEqual(response?.informational, [
      { status: 103, headers: [['Link', '</a>']] },
      { status: 102, headers: [] },
    ]);
    assert.equal(response?.status, 200);
  });

  it('is sent over HTTP/2, to its own stream only', async (t) => {
    const server = await serve(t, { tls: true });
    const session = connect(server.url, { ca: readFileSync(server.caPath ?? '', 'utf8') });
    t.after(() => session.destroy());
    const ask = (path: string) =>
      new Promise<{ interims: unknown[][]; status: number }>((resolve, reject) => {
        const interims: unknown[][] = [];
        let status = 0;
        const stream = session.request({ ':path': path });
        stream.on('headers', ({ ':status': each, ...fields }) =>
          interims.push([each, Object.fromEntries(Object.entries(fields))]),
        );
        stream.on('response', (fields) => {
          status = Number(fields[':status']);
        });
        stream.on('end', () => resolve({ interims, status })).on('error', reject);
        stream.resume();
      });
    const [first, second] = await Promise.all([
      ask(inform('103;Link: </a>;x-a: 1;X-A: 2', '199', '100')),
      ask('/get'),
    ]);
    assert.deepEqual(first, {
      interims: [
        [103, { link: '</a>', 'x-a': '1, 2' }],
        [199, {}],
        [100, {}],
      ],
      status: 200,
    });
    assert.deepEqual(second, { interims: [], status: 200 });
  });
});
