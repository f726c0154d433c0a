import assert from 'node:assert/strict';
import type { ClientHttp2Session } from 'node:http2';
import type { JournalEntry } from '#journal/recording/record.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { statuses } from '#test/support/wire/transcript.ts';
import { DEFAULT_HTTP1_LIMITS } from '#wire/http1/limits.ts';
import { HTTP2_LIMITS } from '#wire/http2/limits.ts';

const { fields: MAX_FIELDS, headSize: MAX_HEAD_SIZE } = DEFAULT_HTTP1_LIMITS;
const TOO_MANY = `The head of the request is too large: More than ${MAX_FIELDS} fields`;
const TOO_LARGE = `The head of the request is too large: Head over ${MAX_HEAD_SIZE} bytes`;

/** Names and values of as many fields, apart from `host`. */
const manyFields = (count: number) =>
  Array.from({ length: count - 1 }, (_, index) => [`x-${index}`, 'v'] as const);

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

  it('the limit of bytes counts the head with its line ends', async (server) => {
    for (const [size, status] of [
      [MAX_HEAD_SIZE, 200],
      [MAX_HEAD_SIZE + 1, 431],
    ] as const) {
      const padded = (length: number) =>
        get('/status/200', [
          ['Connection', 'close'],
          ['x-pad', 'p'.repeat(length)],
        ]);
      const bytes = padded(size - padded(0).length);
      const response = await server.transcript([bytes]);
      assert.deepEqual(statuses(response), [status], String(size));
      if (status === 431) assert.ok(response.text.includes(TOO_LARGE), response.text);
    }
  });

  if (name === 'with the journal')
    it('431 is in the journal, with the bytes of the head', async (server) => {
      await server.transcript([get('/headers?in-journal', manyFields(2001))]);
      const [entry] = (await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'parser-error')).slice(
        -1,
      );
      assert.ok(entry?.kind === 'parser-error');
      assert.deepEqual([entry.code, entry.status], ['head-size', 431]);
      assert.match(entry.message ?? '', /^More than 2000 fields at byte \d+$/);
      assert.match(
        Buffer.from(entry.raw).toString('latin1'),
        /^GET \/headers\?in-journal HTTP\/1\.1\r\nHost: /,
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

  it('HTTP/2: a request with many fields is served', async (server) => {
    const session = server.connectHttp2();
    for (const count of [124, 125, 300, 1000, 1500]) {
      const response = await send(session, '/headers', manyFields(count));
      assert.equal(response.status, 200, String(count));
      assert.match(response.text, new RegExp(`"X-${count - 2}": "v"`));
    }
  });

  it('HTTP/2: cookies in fields of their own are served', async (server) => {
    const cookies = Array.from({ length: 130 }, (_, index) => ['cookie', `c${index}=v`] as const);
    const { status, text } = await send(server.connectHttp2(), '/cookies', cookies);
    assert.equal(status, 200);
    assert.match(text, /"c129": "v"/);
  });

  /** A field that makes the size of the list of fields (RFC 9113 §6.5.2) exactly this. */
  const padding = (size: number) => {
    const others = [
      ':method',
      'GET',
      ':path',
      '/status/200',
      ':scheme',
      'http',
      ':authority',
      'localhost',
      'x-pad',
    ];
    const length = others.reduce((sum, text) => sum + text.length, 0) + 5 * 32;
    return [['x-pad', 'p'.repeat(size - length)]] as const;
  };

  it('HTTP/2: a head is served up to 64 KiB, and a larger one gets 431 on its stream', async (server) => {
    const session = server.connectHttp2();
    const reason = `The head of the request is too large: The head has more than ${HTTP2_LIMITS.storedHead} bytes`;
    for (const [size, status] of [
      [HTTP2_LIMITS.storedHead, 200],
      [HTTP2_LIMITS.storedHead + 1, 431],
      [2 * HTTP2_LIMITS.storedHead - 200, 431],
    ] as const) {
      const response = await send(session, '/status/200', padding(size));
      assert.equal(response.status, status, String(size));
      if (status === 431) assert.ok(response.text.includes(reason), response.text);
    }
    assert.equal((await send(session, '/get', [])).status, 200);
  });

  it('HTTP/2: 431 is in the journal, with the fields that were kept', async (server) => {
    await send(server.connectHttp2(), '/headers?in-journal', manyFields(2000));
    const entries = await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'exchange');
    const entry = entries.at(-1);
    assert.ok(entry?.kind === 'exchange');
    assert.deepEqual(
      [entry.request.target, entry.request.headers[1], entry.response?.status],
      ['/headers?in-journal', ['x-0', 'v'], 431],
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
    assert.deepEqual(lastConnection(entries), [200, ['parser-error', 'syntax'], 404]);
  });

  it('HTTP/2: a head over 256 KiB ends the session, which is in the journal', async (server) => {
    for (const fields of [
      Array.from({ length: 9000 }, (_, index) => [`x${index}`, ''] as const),
      [['x', 'v'.repeat(300_000)]] as const,
    ]) {
      const session = server.connectHttp2();
      session.on('error', () => {});
      assert.equal((await send(session, '/status/200', [])).status, 200);
      // ENHANCE_YOUR_CALM (RFC 9113 §7).
      assert.equal((await send(session, '/get', fields)).status, 'reset 11');
      const entries = await entriesWhen(server.local, (all) => all.at(-1)?.kind === 'parser-error');
      assert.deepEqual(lastConnection(entries), [200, ['parser-error', 'flood']]);
    }
  });
});
