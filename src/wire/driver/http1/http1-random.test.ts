import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRuntime, type Runtime } from '#runtime.ts';
import { until } from '#test/support/until.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { serveWire } from '#test/support/wire/served.ts';
import type { AbortKind, WireExchange } from '../../port.ts';

/** Clients of each run, one after the other in groups. */
const ROUNDS = 6;
const CLIENTS = 40;

/** They end what no handler and no client ends. */
const TIMES = { head: 150, body: 150, keepAlive: 150, stall: 150 };

const KINDS: readonly AbortKind[] = [
  { type: 'close', linger: 50 },
  { type: 'fin' },
  { type: 'reset' },
  { type: 'stream', code: 1 },
  { type: 'destroy' },
];

type Random = Pick<Runtime, 'integer'>;

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.integer(items.length)];
  assert.ok(item !== undefined);
  return item;
}

/** Content that names its exchange, so that bytes of another one are noticed. */
const nameOf = ({ head }: WireExchange) => `<${head.target}>`;

/** One step of a handler. It can be any at any time. */
function act(exchange: WireExchange, random: Random, depth: number): void {
  const name = nameOf(exchange);
  const whole = [['Content-Length', String(name.length)]] as const;
  switch (random.integer(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
      exchange.respond(200, 'OK', whole, random.integer(2) === 0 ? name : Buffer.from(name));
      break;
    case 4:
      exchange.respond(200, 'OK', [], name);
      break;
    case 5:
      exchange.start(200, 'OK', random.integer(2) === 0 ? whole : []);
      break;
    case 6:
      exchange.write(name);
      break;
    case 7:
      exchange.end();
      break;
    case 8:
      exchange.inform(random.integer(2) === 0 ? 100 : 103, '', []);
      break;
    case 9:
      void exchange.abort(pick(random, KINDS), random.integer(2) === 0 ? 'timeout' : undefined);
      break;
    case 10: {
      const wire = exchange.hijack();
      void wire.write(name);
      if (random.integer(3) > 0) void wire.write(name).then(() => exchange.abort(pick(random, KINDS)));
      break;
    }
    case 11:
      exchange.connection.closeWhenIdle(random.integer(3) * 10, pick(random, ['close', 'reset']));
      break;
    case 12:
      exchange.onEnd(() => depth < 3 && act(exchange, random, depth + 1));
      break;
    case 13:
      exchange.body.pause();
      break;
    case 14:
      exchange.body.resume();
      break;
    case 15:
      exchange.body.stop();
      break;
    case 16:
      exchange.isClosing = random.integer(3) === 0;
      exchange.keepsExpectation = random.integer(3) === 0;
      break;
    case 17:
      if (random.integer(6) === 0) throw new Error('A defect of the handler');
      break;
    case 18:
      void exchange.drained().then(() => depth < 3 && exchange.respond(200, 'OK', whole, name));
      break;
    default:
      read(exchange, random, depth);
  }
}

function read(exchange: WireExchange, random: Random, depth: number): void {
  const step = () => {
    if (depth < 3 && random.integer(2) === 0) act(exchange, random, depth + 1);
  };
  try {
    exchange.body.read({ data: step, end: step, fail: step });
  } catch (error) {
    assert.match(String(error), /The body has a reader/);
  }
}

/** Some steps at once, some later; most exchanges are answered. */
function handle(exchange: WireExchange, random: Random): void {
  const later = (step: () => void) => {
    const run = () => {
      // What a handler throws outside of the calls of the wire is its own.
      try {
        step();
      } catch {}
    };
    const way = random.integer(3);
    if (way === 0) queueMicrotask(run);
    else if (way === 1) setImmediate(run);
    else setTimeout(run, random.integer(10));
  };
  for (let count = random.integer(4); count > 0; count--) {
    if (random.integer(2) === 0) act(exchange, random, 0);
    else later(() => act(exchange, random, 0));
  }
  const name = nameOf(exchange);
  if (random.integer(8) > 0)
    later(() => exchange.respond(200, 'OK', [['Content-Length', String(name.length)]], name));
  // A client whose requests are not read any more cannot end such an exchange.
  setTimeout(() => void exchange.abort({ type: 'destroy' }), 120);
}

/** A request that most often is valid. */
function request(random: Random, target: string): string {
  const fields = pick(random, ['', '', '', 'Connection: close\r\n', 'Expect: 100-continue\r\n']);
  const size = pick(random, [0, 1, 5, 300, 70_000]);
  const content = 'x'.repeat(size);
  const version = random.integer(10) === 0 ? '1.0' : '1.1';
  switch (random.integer(9)) {
    case 0:
    case 1:
      return `POST ${target} HTTP/${version}\r\nHost: h\r\n${fields}Content-Length: ${size}\r\n\r\n${content}`;
    case 2:
    case 3:
      return `POST ${target} HTTP/1.1\r\nHost: h\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${
        size > 0 ? `${size.toString(16)}\r\n${content}\r\n` : ''
      }0\r\n\r\n`;
    case 4:
      return random.integer(3) > 0
        ? '\r\n'
        : `POST ${target} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`;
    case 5:
      return random.integer(3) > 0 ? '' : '\0garbage';
    default:
      return `GET ${target} HTTP/${version}\r\nHost: h\r\n${fields}\r\n`;
  }
}

/** Sends requests in any packets, and resolves with what was received at the end of the connection. */
async function converse(port: number, random: Random, id: string, ca: string | undefined): Promise<string> {
  const client = openRawConnection(port, { ca });
  let text = '';
  client.socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  let bytes = '';
  for (let count = 1 + random.integer(6); count > 0; count--) bytes += request(random, `/${id}-${count}`);
  while (bytes !== '') {
    const size = pick(random, [1, 7, 40, 500, 100_000]);
    client.socket.write(bytes.slice(0, size));
    bytes = bytes.slice(size);
    if (random.integer(3) === 0) await new Promise((resolve) => setTimeout(resolve, random.integer(5)));
  }
  const way = random.integer(10);
  if (way === 0) client.tcp.resetAndDestroy();
  else {
    // Some clients wait for responses first.
    if (way > 5) await Promise.race([client.ended, new Promise((resolve) => setTimeout(resolve, 60))]);
    client.socket.end();
    await client.ended;
  }
  client.destroy();
  return text;
}

for (const [tls, seed] of [
  [false, 1],
  [false, Date.now() % 1_000_000],
  [true, 2],
] as const)
  it(`handlers that do anything at any time end each exchange once (TLS: ${tls}, seed ${seed})`, async (t) => {
    const random = createRuntime({ seed });
    const ends = new Map<string, number>();
    const served = await serveWire(
      t,
      (exchange) => {
        const { target } = exchange.head;
        assert.equal(ends.has(target), false, 'A request was executed twice');
        ends.set(target, 0);
        assert.equal(exchange.connection.openExchanges, 1);
        exchange.onEnd(() => ends.set(target, (ends.get(target) ?? 0) + 1));
        handle(exchange, random);
      },
      { tls, times: TIMES },
    );
    for (let round = 0; round < ROUNDS; round++) {
      const ids = Array.from({ length: CLIENTS }, (_, index) => `${round}-${index}`);
      const texts = await Promise.all(ids.map((id) => converse(served.port, random, id, served.ca)));
      for (const [index, text] of texts.entries()) {
        const id = ids[index] ?? '';
        const numbers = [...text.matchAll(/<\/(\d+-\d+)-(\d+)>/g)].map(([, of, number]) => {
          assert.equal(of, id, text);
          return Number(number);
        });
        // The targets of a client count down.
        assert.deepEqual(
          numbers,
          numbers.toSorted((a, b) => b - a),
          text,
        );
      }
    }
    await until(() => served.closed.length === served.opened.length);
    await until(() => [...ends.values()].every((count) => count === 1));
    assert.ok(served.exchanges.every(({ ended }) => ended !== undefined));
  });
