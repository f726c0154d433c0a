import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { it, type TestContext } from 'node:test';
import { serveWire } from '#test/support/wire/served.ts';
import { transcript } from '#test/support/wire/transcript.ts';
import { InvalidHead } from '../../http1/writer.ts';
import type { WireExchange } from '../../port.ts';
import { KEEP_ALIVE, type RequestHead } from '../../request-head.ts';
import type { WireFields } from '../../response.ts';
import { HttpDate } from '../connection/http-date.ts';
import { BY_LENGTH, CHUNKED, NO_CONTENT, ResponseHead, UNTIL_CLOSE } from './response-head.ts';

interface Case {
  readonly request: string;
  readonly status: number;
  readonly fields: WireFields;
  readonly isStreamed: boolean;
}

const PARTS = ['abc', 'de'];

const REQUESTS = [
  ['1.1', ''],
  ['1.1', 'Connection: close\r\n'],
  ['1.0', ''],
  ['1.0', 'Connection: keep-alive\r\n'],
] as const;

const LENGTH = ['Content-Length', '5'] as const;

/** What an endpoint can give; more than one field decides in some of them. */
const FIELDS: readonly WireFields[] = [
  [],
  [LENGTH],
  [['X-b', '1'], ['x-A', '\xe9 '], ['X-b', ''], LENGTH],
  [['transfer-encoding', 'chunked']],
  [['Connection', 'close']],
  [LENGTH, ['CONNECTION', 'Close']],
  [['Connection', 'x, close'], LENGTH],
  [['Connection', 'Upgrade'], LENGTH],
  [['Keep-Alive', 'timeout=1'], LENGTH],
  [['Date', 'now'], LENGTH],
  [LENGTH, ['Connection', 'keep-alive'], ['Keep-Alive', 'x'], ['date', 'today']],
];

function* cases(): Generator<Case> {
  for (const method of ['GET', 'HEAD'])
    for (const [version, connection] of REQUESTS)
      for (const status of [200, 204, 304, 199, 600])
        for (const fields of FIELDS)
          for (const isStreamed of [false, true])
            yield {
              request: `${method} / HTTP/${version}\r\nHost: h\r\n${connection}\r\n`,
              status,
              fields,
              isStreamed,
            };
}

function respondWire(exchange: WireExchange, { status, fields, isStreamed }: Case): void {
  if (!isStreamed) {
    exchange.respond(status, 'Reason', fields, PARTS.join(''));
    return;
  }
  exchange.start(status, 'Reason', fields);
  for (const part of PARTS) exchange.write(part);
  exchange.end();
}

function respondNode(response: ServerResponse, { status, fields, isStreamed }: Case): void {
  // As the types of Node do not say, it accepts pairs.
  response.writeHead(status, 'Reason', fields.flat());
  if (!isStreamed) {
    response.end(PARTS.join(''), 'latin1');
    return;
  }
  const { socket } = response;
  // Without it, Node merges the parts.
  socket?.cork();
  for (const part of PARTS) response.write(part, 'latin1');
  response.end();
}

async function serveNode(t: TestContext, current: () => Case): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url === '/next') response.end('next');
    else respondNode(response, current());
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

it('a response has the bytes that Node sends, and the connection goes on as there', async (t) => {
  let current: Case | undefined;
  const given = () => {
    assert.ok(current);
    return current;
  };
  const { port } = await serveWire(t, (exchange) => {
    if (exchange.head.target !== '/next') respondWire(exchange, given());
    else exchange.respond(200, 'OK', [['Content-Length', '4']], 'next');
  });
  const nodePort = await serveNode(t, given);
  const steady = (text: string) => text.replaceAll(/Date: .* GMT/g, 'Date: D');
  for (const each of cases()) {
    current = each;
    const next = 'GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
    const [own, node] = await Promise.all(
      [port, nodePort].map((to) => transcript(to, [each.request + next])),
    );
    assert.ok(own && node);
    const [first] = steady(own.text).split(/(?!^)(?=HTTP)/);
    const [expected] = steady(node.text).split(/(?!^)(?=HTTP)/);
    assert.equal(first, expected, JSON.stringify(each));
    const follows = ({ text }: typeof own) => text.endsWith('next');
    assert.equal(follows(own), follows(node), JSON.stringify(each));
  }
});

const head = (version: string, fields: WireFields) =>
  new ResponseHead(new HttpDate({ machineNow: () => 784_111_777_999 }), 1000).compose(
    200,
    '',
    fields,
    { ...REQUEST, version },
    true,
  );

const REQUEST: RequestHead = {
  version: '1.1',
  method: 'GET',
  target: '/',
  fields: [],
  raw: '',
  pseudo: [],
  framing: 'none',
  length: -1,
  flags: KEEP_ALIVE,
};

it('the date is that of the clock of the machine, and Keep-Alive has whole seconds', () => {
  assert.equal(
    head('1.1', [['Content-Length', '0']]),
    'HTTP/1.1 200 \r\nContent-Length: 0\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=1\r\n\r\n',
  );
  const date = new HttpDate({ machineNow: () => times.shift() ?? 0 });
  const times = [1000, 1999, 2000];
  assert.deepEqual(
    [date.now(), date.now(), date.now()].map((text) => text.slice(-6, -4)),
    ['01', '01', '02'],
  );
});

it('without keep-alive time, Keep-Alive is not sent', () => {
  const composer = new ResponseHead(new HttpDate({ machineNow: () => 0 }), 0);
  assert.match(
    composer.compose(200, '', [['Content-Length', '0']], REQUEST, true),
    /Connection: keep-alive\r\n\r\n$/,
  );
});

it('a framing of which the client cannot be certain is the last of its connection', () => {
  const composer = new ResponseHead(new HttpDate({ machineNow: () => 0 }), 0);
  for (const [fields, framing, length] of [
    [
      [
        ['Content-Length', '5'],
        ['content-length', '5'],
      ],
      BY_LENGTH,
      5,
    ],
    [
      [
        ['Content-Length', '5'],
        ['Content-Length', '6'],
      ],
      UNTIL_CLOSE,
      -1,
    ],
    [[['Content-Length', 'x']], UNTIL_CLOSE, -1],
    [[['Content-Length', '-1']], UNTIL_CLOSE, -1],
    [[['Transfer-Encoding', 'identity']], UNTIL_CLOSE, -1],
    [
      [
        ['Content-Length', '5'],
        ['Transfer-Encoding', 'gzip'],
      ],
      UNTIL_CLOSE,
      5,
    ],
    [[['Transfer-Encoding', 'gzip, Chunked']], CHUNKED, -1],
    [[], CHUNKED, -1],
  ] as const) {
    composer.compose(200, '', fields, REQUEST, true);
    assert.deepEqual(
      [composer.framing, composer.length, composer.isLast],
      [framing, length, framing === UNTIL_CLOSE],
      JSON.stringify(fields),
    );
    composer.compose(200, '', fields, { ...REQUEST, method: 'HEAD' }, true);
    assert.deepEqual([composer.framing, composer.isLast], [NO_CONTENT, false]);
  }
});

it('a head that no message can have is rejected', () => {
  const composer = new ResponseHead(new HttpDate({ machineNow: () => 0 }), 0);
  for (const [status, reason, name, value] of [
    [99, '', 'a', ''],
    [200, 'a\nb', 'a', ''],
    [200, '', 'a b', ''],
    [200, '', 'a', '\r'],
    [200, '', 'a', '\u20ac'],
  ] as const)
    assert.throws(() => composer.compose(status, reason, [[name, value]], REQUEST, true), InvalidHead);
});

it('a head depends on no response before it', () => {
  const create = () => new ResponseHead(new HttpDate({ machineNow: () => 0 }), 5000);
  const later: WireFields[] = [[], [LENGTH], [['Transfer-Encoding', 'chunked']]];
  for (const before of [
    ...FIELDS,
    [
      ['Content-Length', '1'],
      ['Content-Length', '2'],
    ] as const,
  ])
    for (const fields of later) {
      const [composer, fresh] = [create(), create()];
      composer.compose(200, '', before, REQUEST, false);
      const texts = [composer, fresh].map((each) => each.compose(200, '', fields, REQUEST, true));
      assert.equal(texts[0], texts[1], JSON.stringify(before));
      assert.deepEqual(
        [composer.framing, composer.length, composer.isLast],
        [fresh.framing, fresh.length, fresh.isLast],
        JSON.stringify(before),
      );
    }
});
