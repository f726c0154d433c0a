import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { PYTHON } from '#test/support/programs/installed.ts';
import { type SnippetRunner, startSnippetRunner } from '#test/support/programs/snippet-runner.ts';
import { createExchange, type ExchangeParts } from '#test/support/recorded-exchange.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import type { Pair, RecordedExchange } from '../../recording/record.ts';
import { formatSnippet, type SnippetFormat } from './snippet.ts';

interface Original {
  readonly method?: string;
  readonly target?: string;
  readonly fields?: readonly Pair[];
  readonly body?: string | Uint8Array;
}

/** Requests that every tool can send. */
const USUAL: readonly Original[] = [
  { target: '/get?a=1&b=%20+c' },
  { target: "/it's?a=b&c=(1)!*;d", fields: [['X-Quotes', `'single' "double" \`back\` $HOME \\ %s !`]] },
  {
    method: 'DELETE',
    fields: [
      ['X-Empty', ''],
      ['X-At', '@file'],
      ['X-Equals', '=:a'],
      ['X-Colon', ':b'],
    ],
  },
  {
    method: 'PUT',
    fields: [
      ['x-oDD-caSE', '1'],
      ['Accept', 'text/html'],
      ['User-Agent', 'mine/1.0'],
    ],
    body: 'x',
  },
  {
    method: 'POST',
    fields: [['Content-Type', 'application/json']],
    body: '{"a": "it\'s \\"ü\\" \u{1F600} $x `y` \\\\n"}\n',
  },
  { method: 'POST', body: '@not-a-file' },
  { method: 'PATCH', fields: [['Content-Type', 'text/plain']], body: 'line one\nline two\n\n' },
  {
    method: 'POST',
    fields: [['Content-Type', 'application/octet-stream']],
    body: Buffer.from([0, 255, 13, 10, 39, 92]),
  },
  { method: 'POST', body: '\u0000\u0001 control \u007f\u0085' },
  { method: 'POST', body: 'long '.repeat(30_000) },
  { method: 'HEAD', target: '/head' },
  {
    fields: [
      ['X-Utf8', 'gr\xc3\xbc\xc3\x9fe'],
      ['X-Tab', 'a\tb'],
    ],
  },
];

/** Requests for tools that send the target, the fields and the method unchanged. */
const UNUSUAL: readonly Original[] = [
  { fields: [['X-Latin', 'caf\xe9']] },
  { fields: [['-Hyphen', 'caf\xe9']] },
  {
    fields: [
      ['X-A', '1'],
      ['x-a', '2'],
      ['X-A', '1'],
    ],
  },
  { target: "/?a='b'" },
  { target: '/a/../b/./c//d' },
  { target: '//example.com/a' },
  { target: '/"quotes"<>{}|^`[]\\?"#fragment' },
  { target: '/caf%E9?%zz%' },
  { target: 'http://example.com/absolute?a' },
  { method: 'OPTIONS', target: '*' },
  { method: 'M-SEARCH', target: '/x' },
  { method: 'GET', body: 'a body with GET' },
  { method: 'POST', fields: [['Content-Length', '0']] },
  { method: 'POST', fields: [['Transfer-Encoding', 'chunked']] },
  { method: 'POST', fields: [['X-Utf8', 'gr\xc3\xbc\xc3\x9fe']], body: 'grüße' },
  { method: 'POST', fields: [['X-Latin', 'caf\xe9']], body: 'hello' },
  {
    method: 'POST',
    fields: [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Type', 'a/b'],
    ],
    body: 'chunks',
  },
  {
    fields: [
      ['Host', 'other.example:81'],
      ['Connection', 'close'],
    ],
  },
];

describe('a snippet', () => {
  const noCurl = isMissing('curl', '--version') && 'curl is not installed';
  it('sends the same request with curl', { skip: noCurl }, async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'shell');
    for (const original of [...USUAL, ...UNUSUAL]) await sendAgain(server, original, 'curl', run);
  });

  it('sends the parts of a form with curl -F, or its bytes', { skip: noCurl }, async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'shell');
    const type = 'multipart/form-data; boundary=----b1';
    const part = (head: string, content: string) =>
      `------b1\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const png = 'filename="my avatar; \u00fc.png"\r\nContent-Type: image/png';
    const bytes = '\u0000\u0001\r\n\u007f';
    for (const [parts, hasForm] of [
      [[part('name="a"', "it's \u00fc $x"), part('name="b"', '@x;type="1",2'), part('name="c"', '')], true],
      [
        [part('name="a"; filename="r.txt"\r\nContent-Type: text/plain; charset=utf-8', 'one\ntwo; "3" \\n')],
        true,
      ],
      [
        [
          part('name="a b"', ' lead'),
          part(`name="f"; ${png}`, bytes),
          part('name="j"\r\nContent-Type: a/b', '{"a":1}'),
        ],
        true,
      ],
      [[part(`name="f"; ${png}`, bytes), part(`name="g"; ${png}`, bytes)], false],
      [[part('name="a"\r\nX-Other: 1', 'x')], false],
      [[part('name="a"; filename="x"', 'x')], false],
      [[part('name="a=b"', 'x')], false],
      [[part('name=a', 'x')], false],
      [['preamble\r\n', part('name="a"', 'x')], false],
    ] as const) {
      const body = `${parts.join('')}------b1--\r\n`;
      const original: Original = { method: 'POST', fields: [['Content-Type', type]], body };
      const { first, again, snippet } = await sendTwice(server, original, 'curl', run);
      assert.equal(/^ {2}(?:-F|--form-string) /m.test(snippet), hasForm, snippet);
      assert.equal(
        /^# The parts are the same\. curl chooses another boundary/.test(snippet),
        hasForm,
        snippet,
      );
      const sent = Buffer.from(again.request.body.kept).toString();
      const field = again.request.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
      const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(field) ?? [];
      assert.equal(
        sent.replaceAll(boundary, '----b1'),
        Buffer.from(first.request.body.kept).toString(),
        snippet,
      );
      assert.equal(boundary === '----b1', !hasForm);
    }
  });

  it('sends the same request with node:http', async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'node');
    for (const original of [...USUAL, ...UNUSUAL]) await sendAgain(server, original, 'node', run);
  });

  it('sends the same request with fetch', async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'node');
    for (const original of USUAL) await sendAgain(server, original, 'fetch', run, BY_FETCH);
  });

  it('is the message itself as raw HTTP', () => {
    const raw = (parts: ExchangeParts) => formatSnippet('http', createExchange(parts)).toString('latin1');
    const headers: Pair[] = [
      ['hOST', 'x'],
      ['X-A', 'caf\xe9'],
      ['x-a', ''],
      ['Content-Length', '2'],
    ];
    assert.equal(
      raw({ method: 'POST', target: '/a?"b"', headers, body: Buffer.from([0xff, 0]) }),
      'POST /a?"b" HTTP/1.1\r\nhOST: x\r\nX-A: caf\xe9\r\nx-a: \r\nContent-Length: 2\r\n\r\n\xff\0',
    );
    const chunked = [['Transfer-Encoding', 'chunked']] as const;
    assert.equal(
      raw({
        headers: chunked,
        body: 'a'.repeat(20),
        trailers: [['X-T', '1']],
        connection: { protocol: 'HTTP/1.0' },
      }),
      `GET /get HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n${'a'.repeat(20)}\r\n0\r\nX-T: 1\r\n\r\n`,
    );
    // CONNECT of HTTP/2 has no target.
    const connect = (headers: readonly Pair[]) =>
      raw({ method: 'CONNECT', target: '', headers }).split('\r\n')[0];
    assert.deepEqual(
      [connect([['Host', 'h:1']]), connect([])],
      ['CONNECT h:1 HTTP/1.1', 'CONNECT / HTTP/1.1'],
    );
    assert.match(raw({ headers: chunked }), /\r\n\r\n0\r\n\r\n$/);
  });

  it('requests the version of HTTP from curl', () => {
    const tls = { version: null, sni: null, alpn: null };
    const versionOf = (protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2', isTls: boolean) =>
      formatSnippet('curl', createExchange({ connection: { protocol, tls: isTls ? tls : null } }))
        .toString()
        .match(/^curl \\\n {2}(?:(--http.*) \\\n {2})?--globoff --path-as-is \\\n/)?.[1];
    assert.deepEqual(
      (['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] as const).map((each) => [
        versionOf(each, false),
        versionOf(each, true),
      ]),
      [
        ['--http1.0', '--http1.0 --no-alpn'],
        [undefined, '--http1.1'],
        ['--http2-prior-knowledge', '--http2'],
      ],
    );
  });

  it('sends a body that had no length, as HTTP/2 permits', () => {
    for (const body of ['', 'x', 'xy']) {
      const exchange = createExchange({ method: 'POST', body, connection: { protocol: 'HTTP/2' } });
      const text = formatSnippet('curl', exchange).toString();
      assert.equal(/ --data-\w+ '?(\w*)'?/.exec(text)?.[1] ?? '', body, text);
      assert.equal(text.includes('-X POST'), body === '', text);
    }
  });

  it('names what it does not send', () => {
    const exchange = createExchange({
      target: '/a/../b',
      headers: [
        ['Host', 'x'],
        ['Expect', '100-continue'],
        ['X-A', '1'],
        ['X-A', '\xff'],
      ],
      trailers: [['X-T', '1']],
      body: 'abcdef',
      keep: 3,
      connection: { protocol: 'HTTP/2', tls: { version: null, sni: null, alpn: 'h2' } },
    });
    const text = (format: SnippetFormat) => formatSnippet(format, exchange).toString();
    for (const format of ['curl', 'fetch', 'node', 'httpie', 'python'] as const) {
      assert.match(text(format), /^(?:#|\/\/) The journal has only 3 of 6 bytes of the body\.\n/);
      assert.match(text(format), /The trailers of the request are not sent\./);
    }
    assert.match(text('curl'), /--http2 /);
    assert.match(text('fetch'), /not send these fields: expect\..*joins.*no body with GET.*normalizes/s);
    assert.match(text('node'), /node:https does not send HTTP\/2/);
    assert.match(text('httpie'), /sends no field values that are not UTF-8/);
    assert.match(text('python'), /Requests joins repeated fields/);
    const encoded = /HTTPie encodes some characters of the target\./;
    assert.match(formatSnippet('httpie', createExchange({ target: '/a"b' })).toString(), encoded);
    assert.doesNotMatch(formatSnippet('httpie', createExchange()).toString(), encoded);
  });

  it('quotes content that looks like code', () => {
    const exchange = createExchange({
      method: "$(x)'",
      target: "/';x`y`$(z)",
      headers: [
        ['Host', "';x"],
        ['X-A', '</script>"\\'],
      ],
      body: ['\u2028$', '{x}`\'"'].join(''),
    });
    for (const format of ['fetch', 'node'] as const) {
      const file = formatSnippet(format, exchange).toString();
      const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
        input: file,
      });
      assert.equal(status, 0, `${file}${stderr}`);
    }
    for (const format of ['curl', 'httpie'] as const) {
      const { status } = spawnSync('sh', ['-n'], { input: formatSnippet(format, exchange) });
      assert.equal(status, 0);
    }
  });

  const noHttpie = isMissing(PYTHON, '-c', 'import httpie') && 'HTTPie is not installed';
  it('sends the same request with HTTPie', { skip: noHttpie }, async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'httpie');
    for (const original of USUAL) await sendAgain(server, original, 'httpie', run, BY_HTTPIE);
  });

  const noRequests = isMissing(PYTHON, '-c', 'import requests') && 'requests for Python is not installed';
  it('sends the same request with Requests', { skip: noRequests }, async (t) => {
    const server = await startRecorder(t);
    const run = startSnippetRunner(t, 'python');
    for (const original of USUAL) await sendAgain(server, original, 'python', run, BY_REQUESTS);
  });
});

/** Whether a command does not exist, or fails. */
function isMissing(command: string, ...parameters: readonly string[]): boolean {
  return spawnSync(command, parameters).status !== 0;
}

/** Fields that a tool adds. */
const BY_FETCH = [
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'sec-fetch-mode',
  'user-agent',
  'content-type',
];
const BY_HTTPIE = ['connection', 'accept-encoding', 'user-agent'];
const BY_REQUESTS = ['connection', 'accept', 'accept-encoding', 'user-agent'];

interface RecordingServer {
  readonly port: number;
  readonly received: RecordedExchange[];
}

/** A server that records requests. */
async function startRecorder(t: TestContext): Promise<RecordingServer> {
  const received: RecordedExchange[] = [];
  const server = createServer(async (request, response) => {
    const raw = request.rawHeaders;
    const headers = raw.flatMap((name, index): Pair[] =>
      index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
    );
    const body = await buffer(request);
    received.push(createExchange({ method: request.method ?? '', target: request.url ?? '', headers, body }));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, received };
}

/** Sends a request, runs its snippet, and compares the two requests. */
async function sendAgain(
  server: RecordingServer,
  original: Original,
  format: SnippetFormat,
  run: SnippetRunner,
  added: readonly string[] = [],
): Promise<void> {
  const { first, again, snippet } = await sendTwice(server, original, format, run);
  const isFlexible = added.length > 0;
  assert.deepEqual(
    compared(again, added, isFlexible, first),
    compared(first, added, isFlexible, first),
    snippet,
  );
}

/** Sends a request, and runs its snippet. */
async function sendTwice(
  { port, received }: RecordingServer,
  { method = 'GET', target = '/', fields = [], body = '' }: Original,
  format: SnippetFormat,
  run: SnippetRunner,
) {
  const has = (name: string) => fields.some(([other]) => other === name);
  const isChunked = has('Transfer-Encoding');
  const content = Buffer.from(body);
  const head = [
    ...(has('Host') ? [] : [`Host: 127.0.0.1:${port}`]),
    ...fields.map(([name, value]) => `${name}: ${value}`),
    ...(content.length > 0 && !isChunked ? [`Content-Length: ${content.length}`] : []),
  ];
  const message = Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`, 'latin1'),
    isChunked ? Buffer.from(`${content.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`) : content,
  ]);
  await exchangeBytes(port, message, [method]);
  const first = received.pop();
  assert.ok(first, `${method} ${target} was not received`);
  const snippet = formatSnippet(format, first, `http://127.0.0.1:${port}`).toString();
  await run(snippet);
  const again = received.pop();
  assert.ok(again, `nothing was received\n${snippet}`);
  assert.equal(received.length, 0, snippet);
  return { first, again, snippet };
}

/** The parts of a request that are compared. Tools set the order of the fields; some also their case, and the framing. */
function compared(
  { request }: RecordedExchange,
  added: readonly string[],
  isFlexible: boolean,
  first: RecordedExchange,
) {
  const own = new Set(first.request.headers.map(([name]) => name.toLowerCase()));
  const fields = request.headers
    .filter(([name]) => own.has(name.toLowerCase()) || !added.includes(name.toLowerCase()))
    .filter(([name]) => !(isFlexible && /^content-length$/i.test(name)))
    .map(([name, value]) => `${isFlexible ? name.toLowerCase() : name}: ${value}`);
  const body = hash('sha256', Buffer.from(request.body.kept));
  return { method: request.method, target: request.target, fields: fields.sort(), body };
}
