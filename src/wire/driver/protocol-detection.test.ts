import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { driveWire, type WireDriverOptions } from '#test/support/wire/driver.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { readAll } from '#test/support/wire/open-socket.ts';
import { openRawConnection, type RawConnection } from '#test/support/wire/raw-connection.ts';
import type { WireError } from '../error.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** An empty SETTINGS frame, with which each connection of HTTP/2 begins (RFC 9113 §3.4). */
const SETTINGS = '\0\0\0\x04\0\0\0\0\0';

const LIMIT = { timeout: 20_000 };

async function open(t: TestContext, options: WireDriverOptions = {}) {
  const targets: string[] = [];
  const driver = await driveWire(
    t,
    (exchange) => {
      targets.push(exchange.head.target);
      exchange.respond(200, 'OK', [['Content-Length', '0']], '');
    },
    { h2c: true, ...options },
  );
  const client = openRawConnection(driver.port);
  t.after(() => client.destroy());
  await once(client.tcp, 'connect');
  client.tcp.setNoDelay(true);
  return { driver, client, targets };
}

/** Writes parts that are received one by one. */
async function write({ socket }: RawConnection, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    socket.write(part, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the protocol of a connection without TLS', LIMIT, () => {
  for (const [name, parts] of [
    ['at once', [REQUEST]],
    ['byte by byte', ['G', 'E', 'T', REQUEST.slice(3)]],
    ['with the first letters of the preface', ['P', 'R', REQUEST.replace('GET', 'OXY')]],
  ] as const)
    it(`is HTTP/1 when the bytes differ from the preface of HTTP/2, ${name}`, async (t) => {
      const { client, targets } = await open(t);
      const received = readAll(client);
      await write(client, parts);
      assert.match(await received, /^HTTP\/1\.1 200 OK\r\n/);
      assert.deepEqual(targets, ['/']);
    });

  it('is HTTP/1 when only the last byte of the preface is another one', async (t) => {
    const { client, driver } = await open(t);
    const received = readAll(client);
    await write(client, [`${PREFACE.slice(0, -1)}x`]);
    assert.match(await received, /^HTTP\/1\.1 505 /);
    assert.equal(driver.failures.length, 1);
  });

  for (const [name, parts] of [
    ['at once', ['INVALID CONNECTION PREFACE\r\n\r\n']],
    ['in parts', ['PRI', ' * OTHER/2.0\r', '\n\r\n']],
    ['with a path', ['GET /get HTTPS\r\n\r\n']],
  ] as const)
    it(`is none when the first line names another protocol, ${name}: the connection ends without an answer`, async (t) => {
      const { client, driver, targets } = await open(t);
      const received = readAll(client);
      await write(client, parts);
      assert.equal(await received, '');
      await driver.listener.closed();
      assert.deepEqual(
        driver.failures.map(({ error, isAnswered }) => [error.kind, isAnswered]),
        [['syntax', false]],
      );
      assert.deepEqual(targets, []);
    });

  for (const [name, options, parts] of [
    ['of a port without HTTP/2', { h2c: false }, ['INVALID PREFACE\r\n\r\n']],
    ['behind another request', {}, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'INVALID PREFACE\r\n\r\n']],
    ['that names a version', {}, ['GET / HTTP/1.x\r\n\r\n']],
    ['of one word', {}, ['GARBAGE\r\n\r\n']],
  ] as const)
    it(`is HTTP/1 for an invalid first line ${name}`, async (t) => {
      const { client } = await open(t, options);
      const received = readAll(client);
      await write(client, parts);
      assert.match(await received, /HTTP\/1\.1 400 /);
    });

  for (const [name, parts] of [
    ['at once', [PREFACE + SETTINGS]],
    ['in parts', [PREFACE.slice(0, 1), PREFACE.slice(1, -1), PREFACE.slice(-1) + SETTINGS]],
  ] as const)
    it(`is HTTP/2 when its preface is complete, ${name}`, async (t) => {
      const { client, driver } = await open(t);
      let received = '';
      client.socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      await write(client, parts);
      // SETTINGS, and the acknowledgement of those of the client.
      await until(() => received.charCodeAt(3) === 4 && received.includes('\0\0\0\x04\x01\0\0\0\0'));
      assert.deepEqual(driver.failures, []);
    });

  it('is HTTP/1 when the client ends its side before', async (t) => {
    const { client, driver } = await open(t);
    const received = readAll(client);
    client.socket.end(PREFACE.slice(0, -1));
    assert.match(await received, /^HTTP\/1\.1 (?:400|505) /);
    await driver.listener.closed();
    assert.equal(driver.failures.length, 1);
  });

  it('does not matter to a client that ends its side without a byte', async (t) => {
    const { client, driver } = await open(t);
    client.socket.end();
    assert.equal(await readAll(client), '');
    await driver.listener.closed();
    assert.deepEqual([driver.failures, driver.closed.length], [[], 1]);
  });

  for (const bytes of ['', 'PRI *'])
    it(`is HTTP/1 when the bytes ${JSON.stringify(bytes)} are all in its time`, async (t) => {
      const { runtime, pass } = createManualTime();
      const { client, driver } = await open(t, { times: { head: 100 }, runtime });
      const received = readAll(client);
      const accept = t.mock.method(driver.listener, 'accept');
      const other = openRawConnection(driver.port);
      t.after(() => other.destroy());
      await until(() => driver.opened.length === 2);
      const tcp = accept.mock.calls[0]?.arguments[0];
      other.socket.write(bytes);
      await until(() => tcp?.bytesRead === bytes.length);
      pass(99);
      assert.equal(driver.failures.length, 0);
      pass(1);
      const isOfOther = ({ error }: { readonly error: WireError }) => error.bytes.length === bytes.length;
      assert.deepEqual(driver.failures.find(isOfOther), {
        error: {
          kind: 'timeout',
          status: 408,
          code: 0,
          message: 'The first bytes of the connection were not received in time',
          method: '',
          target: '',
          bytes: Buffer.from(bytes),
        },
        isAnswered: true,
      });
      assert.equal(driver.failures.length, 2);
      assert.match(await received, /^HTTP\/1\.1 408 /);
      assert.equal(await client.ended, 'fin');
    });

  it('does not keep a listener from its end, unless bytes were received', async (t) => {
    const { driver, client } = await open(t);
    const other: Socket = connect(driver.port, '127.0.0.1');
    t.after(() => other.destroy());
    other.on('error', () => {}).write('G');
    await until(() => driver.listener.count === 2);
    client.socket.write('PRI');
    await until(() => driver.opened.length === 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const received = readAll(client);
    driver.listener.closeIdle();
    other.destroy();
    client.socket.write(PREFACE.slice(3) + SETTINGS, 'latin1');
    // GOAWAY (RFC 9113 §6.8).
    assert.ok((await received).includes('\0\0\x08\x07\0\0\0\0\0'));
    await driver.listener.closed();
  });
});
