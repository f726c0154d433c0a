import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { describe, it, type TestContext } from 'node:test';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import type { Exchange } from '../../message/exchange.ts';
import { toHttp2Fields } from './http2.ts';

/** One exchange over HTTP/2 with a service that adds few fields: all that is received, in order. */
async function exchangeHttp2(
  t: TestContext,
  handle: (exchange: Exchange) => void | Promise<void>,
  head: readonly string[] = [],
  idleTimeout = 60_000,
) {
  const at = endpoint({ ...anything, path: '/a', handle: ({ exchange }) => handle(exchange) });
  const { port, finished } = await serveToy(t, [at], {}, { h2c: true, idleTimeout });
  const session = connect(`http://127.0.0.1:${port}`);
  t.after(() => session.destroy());
  const names = [':method', ':scheme', ':path'];
  const given = names.filter((name) => !head.includes(name));
  const defaults: Readonly<Record<string, string>> = { ':method': 'GET', ':scheme': 'http', ':path': '/a' };
  const stream = session.request([...given.flatMap((name) => [name, defaults[name] ?? '']), ...head]);
  const heads: string[][] = [];
  for (const event of ['headers', 'response', 'trailers'] as const)
    stream.on(event, (_headers: object, _flags: number, raw: readonly string[]) => heads.push([...raw]));
  let content = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (content += chunk));
  await new Promise((resolve) => stream.on('close', resolve).on('error', () => {}));
  return { heads: heads.map(withoutDate), content, finished: finished.at(-1), code: stream.rstCode };
}

/** Without the field that Node adds. */
const withoutDate = (raw: readonly string[]) => {
  const at = raw.indexOf('date');
  return at < 0 ? raw : raw.toSpliced(at, 2);
};

describe('a request over HTTP/2', () => {
  it('has the fields as received, with the authority as host, and without space around values', async (t) => {
    let seen: unknown;
    await exchangeHttp2(
      t,
      (exchange) => {
        const { authority, isHttp2, protocol, requestNumber, scheme } = exchange;
        seen = [exchange.fields, authority, isHttp2, protocol, requestNumber, scheme];
        exchange.empty(200);
      },
      [':authority', 'h:1', 'x', ' \ta b\t ', 'y', ' ', 'x', '2'],
    );
    const fields = [
      ['host', 'h:1'],
      ['x', 'a b'],
      ['y', ''],
      ['x', '2'],
    ];
    assert.deepEqual(seen, [fields, 'h:1', true, 'HTTP/2', 1, 'http']);
  });

  it('has one host, if it has the field too', async (t) => {
    let seen: unknown;
    const authority = [':authority', 'h', 'host', 'H'];
    const { heads } = await exchangeHttp2(
      t,
      (exchange) => {
        seen = exchange.fields;
        exchange.empty(204);
      },
      authority,
    );
    assert.deepEqual(seen, [['host', 'H']]);
    assert.deepEqual(heads, [[':status', '204', 'x-common', 'yes']]);
    const other = await exchangeHttp2(t, () => {}, [':authority', 'h', 'host', 'other']);
    assert.match(other.content, /^400 The host field and :authority name different hosts\.$/);
  });
});

describe('a response over HTTP/2', () => {
  it('has names in lower case, in order, without those of the connection, and trailers', async (t) => {
    const connection = ['Connection', 'Keep-Alive', 'Proxy-Connection', 'Transfer-Encoding', 'UPGRADE'];
    const { heads, content, finished } = await exchangeHttp2(t, async (exchange) => {
      exchange.inform(103, [
        ['Link', '</a>'],
        ['Connection', 'x'],
        ['LINK', '</b>'],
        ['link', '</c>'],
      ]);
      const fields = [...connection.map((name) => [name, 'x'] as const), ['X-A', '1'], ['x-a', '2']] as const;
      await exchange.stream(201, fields, ['a', 'b'], () => [
        ['T', '1'],
        ['Connection', 'x'],
      ]);
    });
    assert.deepEqual(heads, [
      [':status', '103', 'link', '</a>', 'link', '</b>', 'link', '</c>'],
      [':status', '201', 'x-a', '1', 'x-a', '2', 'x-common', 'yes'],
      ['t', '1'],
    ]);
    assert.deepEqual([content, finished?.status, finished?.bytes], ['ab', 201, 2]);
  });

  it('has a status up to 599, and valid fields', async (t) => {
    const { heads } = await exchangeHttp2(t, (exchange) => exchange.send(599, [], 'x'));
    assert.deepEqual(heads, [[':status', '599', 'content-length', '1', 'x-common', 'yes']]);
    const rejected = await exchangeHttp2(t, (exchange) => exchange.send(600, [], 'x'));
    assert.equal(
      rejected.content,
      '400 HTTP/2 has statuses up to 599, not 600 (RFC 9110 §15); use HTTP/1.1.',
    );
    const invalid = await exchangeHttp2(t, (exchange) => exchange.send(200, [['a', 'b\nc']], 'x'));
    assert.equal(invalid.content, '400 A header field cannot have this value.');
  });

  it('without progress is aborted', async (t) => {
    const stalled = async function* ({ signal }: Exchange) {
      yield 'a';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const handle = (exchange: Exchange) => exchange.stream(200, [], stalled(exchange));
    const { content, code } = await exchangeHttp2(t, handle, [], 2000);
    assert.deepEqual([content, code], ['a', 2]);
  });

  it('that fails after its head is aborted', async (t) => {
    const { content, code, finished } = await exchangeHttp2(t, (exchange) =>
      exchange.stream(
        200,
        [],
        (async function* () {
          yield 'a';
          await new Promise((resolve) => setImmediate(resolve));
          throw new Error('broken');
        })(),
      ),
    );
    assert.deepEqual([content, code, finished?.status, finished?.bytes], ['a', 2, 200, 1]);
  });
});

it('fields of other sections have a list for repeated names, with any name', () => {
  const sent = toHttp2Fields([
    ['A', '1'],
    ['__proto__', '2'],
    ['a', '3'],
    ['TE', '4'],
    ['Keep-Alive', '5'],
    ['a', '6'],
  ]);
  assert.deepEqual(Object.entries(sent), [
    ['a', ['1', '3', '6']],
    ['__proto__', '2'],
    ['te', '4'],
  ]);
});
