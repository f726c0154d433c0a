import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { recordEndings } from '#test/support/faults/fault-observers.ts';
import { anything, endpoint, serveToy } from '#test/support/servers/toy.ts';
import { until } from '#test/support/until.ts';
import { transcript } from '#test/support/wire/transcript.ts';
import { HttpError } from '../errors/errors.ts';
import { createBodyBudget } from './body/body-budget.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';

/*
 * The services send each of these responses in few places, with many more fields; what the kernel itself writes is shown by
 * responses of a service without any.
 */

type Handle = (exchange: Exchange) => void | Promise<void>;

const at = (path: `/${string}`, handle: Handle) =>
  endpoint({
    ...anything,
    path,
    methods: ['GET', 'POST', 'DELETE'],
    handle: ({ exchange }) => handle(exchange),
  });

const END = 'X-Common: yes\r\nDate: *\r\nConnection: close\r\n';
const withoutDate = (text: string) =>
  text.replaceAll(/(?<=\r\nDate: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT(?=\r\n)/g, '*');

interface Case {
  readonly what: string;
  readonly handle: Handle;
  readonly method?: string;
  readonly version?: string;
  readonly text: string;
  /** Status and length of the content in the record of the exchange. */
  readonly finished: readonly [status: number, bytes: number];
}

const small: Handle = (exchange) =>
  exchange.send(
    200,
    [
      ['A', '1'],
      ['a', '2'],
    ],
    'abc',
  );
const stream: Handle = (exchange) =>
  exchange.stream(200, [['A', '1']], ['ab', Buffer.from('c'), '\u20ac'], () => [['T', '1']]);
const UNREADABLE: Iterable<string> = {
  [Symbol.iterator]() {
    throw new Error('The source is read.');
  },
};
const informed: Handle = (exchange) => {
  exchange.inform(103, [
    ['Link', '</a>'],
    ['link', '</b>'],
  ]);
  exchange.inform(199);
  exchange.json(201, { a: '\u00e9' }, [['B', '2']]);
  exchange.inform(103);
};

const CASES: readonly Case[] = [
  {
    what: 'text has its fields in their order and case, then its length',
    handle: small,
    text: `HTTP/1.1 200 OK\r\nA: 1\r\na: 2\r\nContent-Length: 3\r\n${END}\r\nabc`,
    finished: [200, 3],
  },
  {
    what: 'text is not sent in response to HEAD, but its length is',
    handle: small,
    method: 'HEAD',
    text: `HTTP/1.1 200 OK\r\nA: 1\r\na: 2\r\nContent-Length: 3\r\n${END}\r\n`,
    finished: [200, 0],
  },
  {
    what: 'text outside ASCII is UTF-8, and values of fields are bytes',
    handle: (exchange) => exchange.send(299, [['A', '\xe9']], '\u00e9\u20ac', 'Because'),
    text: `HTTP/1.1 299 Because\r\nA: \xe9\r\nContent-Length: 5\r\n${END}\r\n\xc3\xa9\xe2\x82\xac`,
    finished: [299, 5],
  },
  {
    what: 'bytes are sent unchanged, with an unknown status',
    handle: (exchange) => exchange.send(599, [], Uint8Array.of(0xff, 0x00, 0x41)),
    text: `HTTP/1.1 599 UNKNOWN\r\nContent-Length: 3\r\n${END}\r\n\xff\0A`,
    finished: [599, 3],
  },
  ...([204, 304] as const).map((status) => ({
    what: `${status} has neither content nor a length`,
    handle: (exchange: Exchange) => exchange.empty(status, [['A', '1']]),
    text: `HTTP/1.1 ${status} ${status === 204 ? 'No Content' : 'Not Modified'}\r\nA: 1\r\n${END}\r\n`,
    finished: [status, 0] as const,
  })),
  {
    what: 'a response without content has the length 0',
    handle: (exchange) => exchange.empty(404),
    text: `HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n${END}\r\n`,
    finished: [404, 0],
  },
  {
    what: 'JSON follows informational responses, after which there are none',
    handle: informed,
    text: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\nHTTP/1.1 199 UNKNOWN\r\n\r\nHTTP/1.1 201 Created\r\nContent-Type: application/json\r\nB: 2\r\nContent-Length: 10\r\n${END}\r\n{"a":"\xc3\xa9"}`,
    finished: [201, 10],
  },
  {
    what: 'a client of HTTP/1.0 gets no informational response',
    handle: informed,
    version: '1.0',
    text: `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nB: 2\r\nContent-Length: 10\r\n${END}\r\n{"a":"\xc3\xa9"}`,
    finished: [201, 10],
  },
  {
    what: 'a stream has a chunk for each item, and trailers',
    handle: stream,
    text: `HTTP/1.1 200 OK\r\nA: 1\r\n${END}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n3\r\n\xe2\x82\xac\r\n0\r\nT: 1\r\n\r\n`,
    finished: [200, 6],
  },
  {
    what: 'a stream to HTTP/1.0 ends with the connection',
    handle: stream,
    version: '1.0',
    text: `HTTP/1.1 200 OK\r\nA: 1\r\n${END}\r\nabc\xe2\x82\xac`,
    finished: [200, 6],
  },
  {
    what: 'a stream has no content in response to HEAD',
    handle: (exchange) => exchange.stream(200, [['A', '1']], UNREADABLE),
    method: 'HEAD',
    text: `HTTP/1.1 200 OK\r\nA: 1\r\n${END}\r\n`,
    finished: [200, 0],
  },
  {
    what: 'a stream with a length has no chunks',
    handle: (exchange) => exchange.stream(200, [['Content-Length', '3']], ['ab', 'c']),
    text: `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n${END}\r\nabc`,
    finished: [200, 3],
  },
  {
    what: 'a destroyed connection has no response',
    handle: (exchange) => exchange.destroy(),
    text: '',
    finished: [0, 0],
  },
  {
    what: 'a second response is not sent, and nothing of it is counted',
    handle: async (exchange) => {
      exchange.send(200, [], 'first');
      await exchange.stream(200, [], ['second']);
    },
    text: `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n${END}\r\nfirst`,
    finished: [200, 5],
  },
  {
    what: 'an invalid field is an error without any of the response',
    handle: (exchange) => exchange.stream(200, [['A', 'b\r\nc: d']], ['x']),
    text: `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 42\r\n${END}\r\n400 A header field cannot have this value.`,
    finished: [400, 42],
  },
  {
    what: 'an invalid name of a field of a response without content is an error with content',
    handle: (exchange) => exchange.empty(204, [['a b', 'c']]),
    text: `HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 42\r\n${END}\r\n400 A header field cannot have this value.`,
    finished: [400, 42],
  },
  {
    what: 'an error has its fields after those of the service',
    handle: () => {
      throw new HttpError(418, 'Tea.', { fields: [['A', '1']] });
    },
    text: `HTTP/1.1 418 I'm a Teapot\r\nContent-Type: text/plain\r\nA: 1\r\nContent-Length: 8\r\n${END}\r\n418 Tea.`,
    finished: [418, 8],
  },
];

describe('a response of the kernel', () => {
  it('has these bytes', async (t) => {
    const { port, finished } = await serveToy(
      t,
      CASES.map(({ handle }, index) => at(`/${index}`, handle)),
    );
    for (const [index, { what, method = 'GET', version = '1.1', ...expected }] of CASES.entries()) {
      const head = `${method} /${index} HTTP/${version}\r\nHost: h\r\nConnection: close\r\n\r\n`;
      const { text, end } = await transcript(port, [head]);
      assert.deepEqual([withoutDate(text), end], [expected.text, 'end'], what);
      const { status, bytes, protocol, template, ...rest } = finished.at(-1) ?? assert.fail(what);
      assert.deepEqual([status, bytes], expected.finished, what);
      assert.deepEqual([protocol, template, rest.method], [`HTTP/${version}`, `/${index}`, method], what);
    }
  });

  it('announces that its connection stays open, unless its fields announce the opposite', async (t) => {
    const fields: readonly (readonly [name: string, value: string])[] = [
      ['Connection', 'x, CLOSE'],
      ['connection', 'closed'],
      ['Proxy-Connection', 'close'],
    ];
    const { port } = await serveToy(t, [
      at('/last', (exchange) => exchange.send(200, [], 'x')),
      ...fields.map((field, index) => at(`/${index}`, (exchange) => exchange.send(200, [field], 'x'))),
    ]);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
    const next = `${get('/last').slice(0, -2)}Connection: close\r\n\r\n`;
    const count = async (path: string) =>
      (await transcript(port, [get(path) + next])).text.split('HTTP/1.1 200 OK\r\n').length - 1;
    assert.deepEqual(await Promise.all(['/0', '/1', '/2'].map(count)), [1, 2, 2]);
  });
});

describe('a large response to a request with a body', () => {
  const LARGE = 64 * 1024;
  const bodyOf = (length: number) => Buffer.alloc(length, 'x');

  it('counts towards the memory for bodies until it is closed', async (t) => {
    for (const [length, limit, status, used] of [
      [LARGE, 0, 200, 0],
      [LARGE + 1, LARGE, 503, 0],
      [LARGE + 1, LARGE + 1, 200, LARGE + 1],
    ] as const) {
      const budget = createBodyBudget(limit);
      let usedAfterSend: number | undefined;
      const { port } = await serveToy(t, [
        at('/', (exchange) => {
          exchange.reserve(budget);
          try {
            exchange.send(200, [], bodyOf(length));
          } finally {
            usedAfterSend = budget.used;
          }
        }),
      ]);
      const { text } = await transcript(port, ['GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n']);
      const what = `${length} of ${limit}`;
      assert.equal(text.slice(0, 12), `HTTP/1.1 ${status}`, what);
      assert.equal(usedAfterSend, used, what);
      await until(() => budget.used === 0);
    }
  });

  it('is not limited without a body', async (t) => {
    const { port } = await serveToy(t, [at('/', (exchange) => exchange.send(200, [], bodyOf(LARGE + 1)))]);
    const { text } = await transcript(port, ['GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n']);
    assert.equal(text.slice(text.indexOf('\r\n\r\n') + 4).length, LARGE + 1);
  });
});

describe('an exchange', () => {
  it('calls all actions when its response is closed, once, and later ones at once', async (t) => {
    const calls: string[] = [];
    let first: Exchange | undefined;
    const { port } = await serveToy(t, [
      at('/', (exchange) => {
        first ??= exchange;
        exchange.onClose(() => calls.push('a'));
        exchange.onClose(() => calls.push('b'));
        assert.deepEqual([exchange.hasResponse, exchange.signal.aborted], [false, false]);
        exchange.send(200, [], 'x');
        assert.deepEqual([exchange.hasResponse, exchange.bytesSent], [true, 1]);
        calls.push('sent');
      }),
    ]);
    await transcript(port, ['GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n']);
    assert.deepEqual(calls, ['sent', 'a', 'b']);
    assert.equal(first?.signal.aborted, false);
    first?.onClose(() => calls.push('c'));
    assert.deepEqual(calls, ['sent', 'a', 'b', 'c']);
  });

  it('has the parts of its request, and its number on the connection', async (t) => {
    const seen: unknown[] = [];
    const { port } = await serveToy(t, [
      at('/a', (exchange) => {
        const { method, path, query, base, scheme, protocol, authority, requestNumber, isHttp2 } = exchange;
        seen.push([method, path, query, base, scheme, protocol, authority, requestNumber, isHttp2]);
        seen.push([exchange.peerAddress, exchange.field('x'), exchange.fields.slice(0, 3)]);
        exchange.empty(200);
      }),
    ]);
    const fields = 'X: 1\r\nx: 2\r\n';
    await transcript(port, [
      `POST /a?b=%20?c HTTP/1.1\r\nHost: H:1\r\n${fields}Content-Length: 0\r\n\r\n` +
        `GET http://other/a HTTP/1.1\r\nHost: h\r\n${fields}Connection: close\r\n\r\n`,
    ]);
    const raw = (host: string) => [
      ['Host', host],
      ['X', '1'],
      ['x', '2'],
    ];
    assert.deepEqual(seen, [
      ['POST', '/a', 'b=%20?c', '', 'http', 'HTTP/1.1', 'H:1', 1, false],
      ['127.0.0.1', '1, 2', raw('H:1')],
      ['GET', '/a', undefined, '', 'http', 'HTTP/1.1', 'other', 2, false],
      ['127.0.0.1', '1, 2', raw('h')],
    ]);
    await transcript(port, ['GET /a HTTP/1.0\r\nX: 1\r\n\r\n']);
    assert.deepEqual(seen.slice(4), [
      ['GET', '/a', undefined, '', 'http', 'HTTP/1.0', `127.0.0.1:${port}`, 1, false],
      ['127.0.0.1', '1', [['X', '1']]],
    ]);
  });

  it('has one id and one signal, which an error aborts', async (t) => {
    const error = new HttpError(503, 'Closing.');
    const seen: unknown[] = [];
    const { port } = await serveToy(t, [
      at('/', (exchange) => {
        const { signal, requestId } = exchange;
        seen.push(signal === exchange.signal, requestId === exchange.requestId, signal.aborted);
        exchange.abort(error);
        seen.push(signal.aborted, signal.reason === error, exchange.signal.reason === error);
        exchange.empty(200);
      }),
      at('/first', (exchange) => {
        exchange.abort(error);
        seen.push(exchange.signal.reason === error);
        exchange.empty(200);
      }),
    ]);
    await transcript(port, ['GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /first HTTP/1.0\r\n\r\n']);
    assert.deepEqual(seen, [true, true, false, true, true, true, true]);
  });

  it('reports a second response', async (t) => {
    const { port, logged } = await serveToy(t, [
      at('/twice', (exchange) => {
        exchange.empty(200);
        exchange.empty(200);
      }),
    ]);
    await transcript(port, ['POST /twice?a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n']);
    assert.deepEqual(
      logged.map(({ details }) => String(Object(details).error)),
      ['Error: A second response was sent to POST /twice'],
    );
  });

  it('closes the connection with its response when the server is closing', async (t) => {
    const { port } = await serveToy(t, [
      at('/', (exchange) => {
        exchange.server.requests.close();
        exchange.empty(200);
        assert.equal(exchange.wire.isClosing, true);
      }),
    ]);
    const { text } = await transcript(port, ['GET / HTTP/1.1\r\nHost: h\r\n\r\n']);
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n/s);
  });
});

describe('the recorder of an exchange', () => {
  /** The calls of the recorder for a response. */
  async function record(t: TestContext, handle: Handle, method = 'GET') {
    const events: string[] = [];
    const recorder: ExchangeRecorder = {
      ...recordEndings(events),
      informational: (status, fields) => void events.push(`informational ${status} ${fields}`),
      head: (sent) => void events.push(`head ${String(sent).split('\r\n')[0]}`),
      content: (chunk) => void events.push(`content ${chunk}`),
      trailers: (fields) => void events.push(`trailers ${fields}`),
    };
    const recorded = at('/', (exchange) => {
      exchange.recorder = recorder;
      return handle(exchange);
    });
    const { port } = await serveToy(t, [recorded]);
    const { end } = await transcript(port, [`${method} / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`]);
    return [...events, end];
  }

  it('receives what is sent', async (t) => {
    const hints = ['informational 103 Link,</a>,link,</b>', 'informational 199 '];
    const OK = 'head HTTP/1.1 200 OK';
    for (const [what, handle, method, expected] of [
      ['a response', small, 'GET', [OK, 'content abc', 'end']],
      ['a response to HEAD', small, 'HEAD', [OK, 'end']],
      ['a response without content', (exchange) => exchange.empty(200), 'GET', [OK, 'end']],
      [
        'informational ones',
        informed,
        'GET',
        [...hints, 'head HTTP/1.1 201 Created', 'content {"a":"é"}', 'end'],
      ],
      ['a stream', stream, 'GET', [OK, 'content ab', 'content c', 'content €', 'trailers T,1', 'end']],
      ['a stream to HEAD', stream, 'HEAD', [OK, 'end']],
      ['no response', (exchange) => exchange.destroy(), 'GET', ['end']],
    ] as const satisfies readonly (readonly [string, Handle, string, readonly string[]])[])
      assert.deepEqual(await record(t, handle, method), expected, what);
  });
});

describe('an action at the end of an exchange', () => {
  it('that throws is logged, and the others are called', async (t) => {
    const error = new Error('at the end');
    const called: string[] = [];
    const { port, logged } = await serveToy(t, [
      at('/', (exchange) => {
        exchange.onClose(() => {
          throw error;
        });
        exchange.onClose(() => void called.push('second'));
        exchange.empty(200);
      }),
    ]);
    const get = 'GET / HTTP/1.1\r\nHost: h\r\n';
    const { text } = await transcript(port, [`${get}\r\n${get}Connection: close\r\n\r\n`]);
    assert.equal(text.split('HTTP/1.1 200 OK').length, 3);
    assert.deepEqual(called, ['second', 'second']);
    assert.deepEqual(logged[0], { message: 'Unexpected error', details: { error } });
  });
});
