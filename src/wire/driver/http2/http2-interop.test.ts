import assert from 'node:assert/strict';
import { once } from 'node:events';
import http2 from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { toFields } from '#http/syntax/fields.ts';
import { driveWire, type WireDriver } from '#test/support/wire/driver.ts';
import { readContent } from '#test/support/wire/exchanges.ts';
import type { WireExchange } from '../../port.ts';
import type { RequestHead } from '../../request-head.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 150);

interface Response {
  readonly status: number;
  /** Names and values, alternating, without `:status`. */
  readonly fields: readonly string[];
  readonly content: Buffer;
  readonly trailers: readonly string[];
}

/** Sends a request with nghttp2. */
async function send(
  session: http2.ClientHttp2Session,
  fields: http2.OutgoingHttpHeaders,
  content?: Uint8Array,
  trailers?: http2.OutgoingHttpHeaders,
): Promise<Response> {
  const stream = session.request(fields, {
    endStream: content === undefined,
    waitForTrailers: trailers !== undefined,
  });
  if (trailers !== undefined) stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  const chunks: Buffer[] = [];
  let head: readonly string[] = [];
  let received: readonly string[] = [];
  stream.on('response', (_headers: unknown, _flags: unknown, raw: readonly string[]) => {
    head = raw;
  });
  stream.on('trailers', (_headers: unknown, _flags: unknown, raw: readonly string[]) => {
    received = raw;
  });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (content !== undefined) stream.end(content);
  await once(stream, 'close');
  return {
    status: Number(head[1]),
    fields: head.slice(2),
    content: Buffer.concat(chunks),
    trailers: received,
  };
}

interface Answer {
  readonly status: number;
  /** Names and values, alternating, with `date`, which would be added. */
  readonly fields: readonly string[];
  readonly content: string | Uint8Array;
  readonly trailers?: readonly string[];
}

type Respond = (head: RequestHead, content: Buffer, trailers: readonly string[]) => Answer;

/** Serves HTTP/2 until the end of the test: with prior knowledge, or over TLS. */
function serveHttp2(t: TestContext, respond: Respond, tls = false): Promise<WireDriver> {
  const answer = async (exchange: WireExchange) => {
    const received = exchange.body.state === 'none' ? Buffer.alloc(0) : await readContent(exchange);
    const response = respond(exchange.head, received, exchange.body.trailers);
    exchange.start(response.status, '', toFields(response.fields));
    exchange.write(response.content);
    exchange.end(toFields(response.trailers ?? []));
  };
  return driveWire(t, (exchange) => void answer(exchange), tls ? { tls } : { h2c: true });
}

/** What the server has received, as the response. */
const echo: Respond = (head, content, trailers) => ({
  status: 200,
  fields: [],
  content: Buffer.from(
    JSON.stringify([head.method, head.target, head.fields, content.toString('latin1'), trailers]),
  ),
});

async function connect(port: number, settings: http2.Settings = {}) {
  const session = http2.connect(`http://127.0.0.1:${port}`, { settings });
  await once(session, 'connect');
  return Object.assign(session, {
    [Symbol.asyncDispose]: async () => {
      session.close();
      if (!session.destroyed) await once(session, 'close');
    },
  });
}

describe('nghttp2', () => {
  it('sends blocks with its dynamic table, Huffman codes and evictions, which are decoded', async (t) => {
    const server = await serveHttp2(t, echo);
    await using client = await connect(server.port);
    const names = fc.constantFrom(
      'a',
      'b',
      'accept',
      'authorization',
      'user-agent',
      'x-long-name-of-a-field',
    );
    const values = fc.oneof(
      fc.constantFrom('', 'gzip', '*/*', 'a value that is repeated'),
      fc.stringMatching(/^[!-~]([ -~]{0,400}[!-~])?$/),
      fc.stringMatching(/^[\xa1-\xff]{1,40}$/),
    );
    const property = fc.asyncProperty(
      fc.uniqueArray(fc.tuple(names, values), { selector: ([name]) => name, maxLength: 5 }),
      fc.stringMatching(/^\/[a-z0-9/?=&%.]{0,60}$/),
      async (fields, path) => {
        const { content } = await send(client, { ':path': path, ...Object.fromEntries(fields) });
        const expected = ['host', `127.0.0.1:${server.port}`, ...fields.flat()];
        assert.deepEqual(JSON.parse(content.toString()), ['GET', path, expected, '', []]);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  for (const headerTableSize of [0, 1, 31, 32, 4096, 65_536])
    it(`reads responses with a header table of ${headerTableSize} bytes`, async (t) => {
      const fields = [
        'date',
        'now',
        'content-type',
        'a',
        'x-a',
        '\xe4',
        'set-cookie',
        'a=b',
        'set-cookie',
        'c=d',
      ];
      const server = await serveHttp2(t, () => ({
        status: 200,
        fields,
        content: 'abc',
        trailers: ['x', 'y'],
      }));
      await using client = await connect(server.port, { headerTableSize });
      for (let count = 0; count < 5; count++) {
        const response = await send(client, {});
        assert.deepEqual(response.fields, fields);
        assert.equal(response.content.toString(), 'abc');
        assert.deepEqual(response.trailers, ['x', 'y']);
      }
    });

  it('reads generated heads', async (t) => {
    const value = fc.stringMatching(/^([!-~\xa1-\xff]([ -~\xa1-\xff]{0,300}[!-~\xa1-\xff])?)?$/);
    const name = fc.stringMatching(/^[a-z0-9-]{1,40}$/).map((text) => `x-${text}`);
    const generated = fc.tuple(
      fc.integer({ min: 200, max: 999 }),
      fc.array(fc.tuple(name, value), { maxLength: 20 }),
    );
    let next: readonly [status: number, fields: readonly string[]] = [200, []];
    const server = await serveHttp2(t, () => ({ status: next[0], fields: next[1], content: '' }));
    await using client = await connect(server.port);
    const property = fc.asyncProperty(generated, async ([status, pairs]) => {
      next = [status, [...pairs.flat(), 'date', 'now']];
      const response = await send(client, {});
      assert.deepEqual([response.status, response.fields], next);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it('sends and reads content above all windows, on streams at the same time', async (t) => {
    const server = await serveHttp2(t, (_head, content) => ({ status: 200, fields: [], content }));
    await using client = await connect(server.port);
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(700_001 + index, String(index)));
    const responses = await Promise.all(bodies.map((body) => send(client, { ':method': 'POST' }, body)));
    for (const [index, { content }] of responses.entries())
      assert.ok(content.equals(bodies[index] ?? Buffer.alloc(0)));
  });

  it('reads with small windows and large frames', async (t) => {
    const text = 'x'.repeat(50_000);
    const server = await serveHttp2(t, () => ({ status: 200, fields: [], content: text }));
    await using client = await connect(server.port, { initialWindowSize: 100, maxFrameSize: 2 ** 20 });
    assert.equal((await send(client, {})).content.toString(), text);
  });

  it('sends trailers', async (t) => {
    const server = await serveHttp2(t, echo);
    await using client = await connect(server.port);
    const { content } = await send(client, { ':method': 'POST', ':path': '/a' }, Buffer.from('abc'), {
      'x-a': 'b',
    });
    assert.deepEqual(JSON.parse(content.toString()).slice(3), ['abc', ['x-a', 'b']]);
  });

  it('finishes its streams and opens no others after GOAWAY', async (t) => {
    const server = await serveHttp2(t, echo);
    const session = http2.connect(`http://127.0.0.1:${server.port}`);
    const stream = session.request({ ':method': 'POST' }, { endStream: false });
    stream.resume();
    await once(session, 'connect');
    await send(session, {});
    const goAway = once(session, 'goaway');
    server.listener.closeIdle();
    assert.deepEqual((await goAway).slice(0, 2), [0, 2 ** 31 - 1]);
    stream.end('abc');
    await once(stream, 'close');
    assert.equal(stream.rstCode, 0);
    if (!session.destroyed) await once(session, 'close');
  });

  it('connects over TLS', async (t) => {
    const { port, ca = '' } = await serveHttp2(t, echo, true);
    const session = http2.connect(`https://127.0.0.1:${port}`, { ca });
    const { status, content } = await send(session, { ':path': '/a' });
    assert.equal(status, 200);
    assert.equal(JSON.parse(content.toString())[1], '/a');
    session.close();
    await once(session, 'close');
  });
});
