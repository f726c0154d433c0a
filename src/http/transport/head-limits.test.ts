import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import type { JournalEntry } from '#journal/recording/record.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { statuses } from '#test/support/wire/transcript.ts';
import { DEFAULT_HTTP1_LIMITS } from '#wire/http1/limits.ts';

const { fields: MAX_FIELDS, headSize: MAX_HEAD_SIZE } = DEFAULT_HTTP1_LIMITS;
const TOO_MANY = `The head of the request is too large: More than ${MAX_FIELDS} fields`;
const TOO_LARGE = `The head of the request is too large: Head over ${MAX_HEAD_SIZE} bytes`;

/** Names and values of as many fields, apart from `host`. */
const manyFields = (count: number) =>
  Array.from({ length: count - 1 }, (_, index) => [`x-${index}`, 'v'] as const);

/** A field that makes the target, the names and the values of a request exactly as long. */
function padding(size: number, target: string, host: string): readonly (readonly [string, string])[] {
  const length = size - target.length - 'host'.length - host.length - 2 * 'x-pad'.length;
  // The decoder of HTTP/2 has a limit of 64 KiB for each value.
  return [
    ['x-pad', 'p'.repeat(Math.floor(length / 2))],
    ['x-pad', 'p'.repeat(Math.ceil(length / 2))],
  ];
}

const COUNTS = [
  [124, 200],
  [125, 200],
  [300, 200],
  [1000, 200],
  [1001, 200],
  [MAX_FIELDS, 200],
  [MAX_FIELDS + 1, 431],
  [4000, 431],
] as const;

const CREDENTIALS = [['user-agent', 'test']] as const;

inConfigurations({}, (it, { name }) => {
  const get = (path: string, fields: readonly (readonly [string, string])[]) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields.map((field) => `${field.join(': ')}\r\n`).join('')}\r\n`;

  it('a request with up to 2,000 fields is served, and one with more gets 431 with the reason', async (server) => {
    for (const [count, status] of COUNTS) {
      const fields = manyFields(count - 1);
      const { text, end } = await server.transcript([get('/headers', [...fields, ['Connection', 'close']])]);
      assert.deepEqual([statuses({ text, end }), end], [[status], 'end'], String(count));
      if (status === 431) assert.ok(text.includes(TOO_MANY), text);
      // The last field has arrived, too.
      else assert.match(text, new RegExp(`"X-${count - 3}": "v"`));
    }
  });

  it('a request with too many fields closes its HTTP/1 connection', async (server) => {
    const response = await server.transcript([get('/get', manyFields(3000)) + get('/get', [])]);
    assert.deepEqual([statuses(response), response.end], [[431], 'end']);
    assert.match(response.text, /\r\nConnection: close\r\n/);
  });

  it('431 has the error format of the service', async (server) => {
    const path = '/api/v3/meta';
    const response = await server.transcript([get(path, [...CREDENTIALS, ...manyFields(2500)])], { path });
    assert.deepEqual(statuses(response), [431]);
    assert.match(response.text, /\r\nContent-Type: application\/json; charset=utf-8\r\n/);
  });

  it('the limit of bytes counts the target, the names and the values', async (server) => {
    for (const [size, status] of [
      [MAX_HEAD_SIZE, 200],
      [MAX_HEAD_SIZE + 1, 431],
    ] as const) {
      const fields = [...padding(size - 'Connectionclose'.length, '/status/200', 'localhost')];
      const bytes = get('/status/200', [...fields, ['Connection', 'close']]);
      const response = await server.transcript([bytes]);
      assert.deepEqual(statuses(response), [status], String(size));
      if (status === 431) assert.ok(response.text.includes(TOO_LARGE), response.text);
    }
  });

  if (name === 'with the journal')
    it('431 is in the journal', async (server) => {
      await server.transcript([get('/headers?in-journal', manyFields(2001))]);
      const [entry] = (await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'exchange')).slice(-1);
      assert.ok(entry?.kind === 'exchange');
      assert.deepEqual(
        [entry.request.target, entry.request.headers.length, entry.response?.status],
        ['/headers?in-journal', 2001, 431],
      );
    });
});

inConfigurations({ http2: true }, (it) => {
  /** Sends one request on the session, and returns its status, or the code of its reset. */
  async function send(
    session: ClientHttp2Session,
    path: string,
    fields: readonly (readonly [string, string])[],
    method = 'GET',
  ): Promise<{ readonly status: number | string; readonly text: string; readonly id: number }> {
    const raw = [':method', method, ':path', path, ':scheme', 'http', ':authority', 'localhost'];
    const stream = session.request([...raw, ...fields.flat()]);
    let status: number | string = 'none';
    let text = '';
    stream.on('response', (head) => {
      status = Number(head[':status']);
    });
    stream.on('error', () => {
      status = `reset ${stream.rstCode}`;
    });
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await new Promise((resolve) => stream.once('close', resolve));
    return { status, text, id: stream.id ?? 0 };
  }

  it('HTTP/2: a request with up to 2,000 fields is served, and one with more gets 431 on its stream', async (server) => {
    const session = server.connectHttp2();
    for (const [count, status] of COUNTS) {
      const response = await send(session, '/headers', manyFields(count));
      assert.equal(response.status, status, String(count));
      if (status === 431) assert.ok(response.text.includes(TOO_MANY), response.text);
      else assert.match(response.text, new RegExp(`"X-${count - 2}": "v"`));
    }
    assert.equal((await send(session, '/get', [])).status, 200);
  });

  it('HTTP/2: cookies in fields of their own are served', async (server) => {
    const cookies = Array.from({ length: 130 }, (_, index) => ['cookie', `c${index}=v`] as const);
    const { status, text } = await send(server.connectHttp2(), '/cookies', cookies);
    assert.equal(status, 200);
    assert.match(text, /"c129": "v"/);
  });

  it('HTTP/2: the limit of bytes is that of HTTP/1, and a larger head gets 431 on its stream', async (server) => {
    const session = server.connectHttp2();
    for (const [size, status] of [
      [MAX_HEAD_SIZE, 200],
      [MAX_HEAD_SIZE + 1, 431],
      [2 * MAX_HEAD_SIZE, 431],
    ] as const) {
      const response = await send(session, '/status/200', padding(size, '/status/200', 'localhost'));
      assert.equal(response.status, status, String(size));
      if (status === 431) assert.ok(response.text.includes(TOO_LARGE), response.text);
    }
    assert.equal((await send(session, '/get', [])).status, 200);
  });

  it('HTTP/2: 431 is in the journal', async (server) => {
    await send(server.connectHttp2(), '/headers?in-journal', manyFields(MAX_FIELDS + 1));
    const entries = await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'exchange');
    const entry = entries.at(-1);
    assert.ok(entry?.kind === 'exchange');
    assert.deepEqual(
      [entry.request.target, entry.request.headers.length, entry.response?.status],
      ['/headers?in-journal', MAX_FIELDS + 1, 431],
    );
  });

  /** What the connection of the latest entry has: the statuses, and the kinds and codes of the other entries. */
  const lastConnection = (entries: readonly JournalEntry[]) =>
    entries
      .filter(({ connection }) => connection.id === entries.at(-1)?.connection.id)
      .map((entry) => (entry.kind === 'exchange' ? entry.response?.status : [entry.kind, entry.code]));

  it('HTTP/2: a stream that is reset without a request is in the journal, with the next request', async (server) => {
    const { frames } = await frameTranscript(
      server.port,
      [
        { stream: 1, path: '/status/200' },
        // A name in upper case is malformed (RFC 9113 §8.2.1).
        { stream: 3, path: '/get', fields: [['X-Upper', 'v']] },
        { stream: 5, path: '/status/404' },
      ],
      (all) => all.some((frame) => frame.startsWith('HEADERS 5')) && all.includes('PING'),
      server.ca,
    );
    assert.ok(frames.includes('RST_STREAM 3 code=1'), frames.join(', '));
    const entries = await entriesWhen(
      server.local,
      (all) => lastConnection(all).length > 2 && lastConnection(all).includes(404),
    );
    assert.deepEqual(lastConnection(entries), [200, ['parser-error', 'RST_STREAM'], 404]);
  });

  it('HTTP/2: a stream that is reset without a request is in the journal when the client closes the session', async (server) => {
    const session = server.connectHttp2();
    assert.equal((await send(session, '/status/200', [])).status, 200);
    const tiny = Array.from({ length: 9000 }, (_, index) => [`x${index}`, ''] as const);
    assert.equal((await send(session, '/get', tiny)).status, 'reset 11');
    const closed = once(session, 'close');
    session.close();
    await closed;
    const entries = await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'parser-error');
    assert.deepEqual(lastConnection(entries), [200, ['parser-error', 'RST_STREAM']]);
  });

  it('HTTP/2: an error of the session is in the journal', async (server) => {
    const session = server.connectHttp2();
    assert.equal((await send(session, '/status/200', [])).status, 200);
    const huge = [1, 2, 3].map((index) => [`x${index}`, '~'.repeat(60_000)] as const);
    assert.equal((await send(session, '/get', huge)).status, 'reset 2');
    const entries = await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'parser-error');
    assert.deepEqual(lastConnection(entries), [200, ['parser-error', 'ERR_HTTP2_ERROR']]);
  });
});
