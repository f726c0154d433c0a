import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import tls from 'node:tls';
import { until } from '#test/support/until.ts';
import { driveWire, type WireDriver, type WireDriverOptions } from '#test/support/wire/driver.ts';
import { createManualTime } from '#test/support/wire/manual-time.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import { portOf } from './connection-port.ts';

const LIMIT = { timeout: 30_000 };

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

interface Client {
  readonly driver: WireDriver;
  /** TCP, without a handshake. */
  readonly tcp: Socket;
  /** What it has received so far. */
  text(): string;
  /** Resolves with the error code of the end, if there is one. */
  readonly ended: Promise<string | undefined>;
}

async function open(t: TestContext, options: WireDriverOptions = {}): Promise<Client> {
  const driver = await driveWire(
    t,
    (exchange) =>
      void exchange.respond(200, 'OK', [['Content-Length', '2']], exchange.isClosing ? 'cl' : 'ok'),
    { tls: true, ...options },
  );
  const tcp = connect({ port: driver.port, host: '127.0.0.1', allowHalfOpen: true });
  t.after(() => tcp.destroy());
  await once(tcp, 'connect');
  const ended = new Promise<string | undefined>((resolve) => {
    tcp
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .on('end', () => resolve(undefined));
  });
  let text = '';
  tcp.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  return { driver, tcp, text: () => text, ended };
}

/** The first message of a client of TLS. */
async function clientHello(): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf([server]);
  const client = tls.connect({ port, host: '127.0.0.1', servername: 'localhost' }).on('error', () => {});
  const [accepted] = await once(server, 'connection');
  const [hello] = await once(accepted, 'data');
  accepted.destroy();
  client.destroy();
  server.close();
  return hello;
}

async function failureOf({ driver }: Client) {
  await driver.listener.closed();
  const [handshake, other] = driver.handshakes;
  assert.ok(handshake);
  assert.deepEqual([other, driver.closed], [undefined, [handshake.connection]]);
  return { ...handshake.failure, tls: handshake.connection.tls };
}

/** Opens a port that passes a connection on. @param pass passes what the client sends */
async function relayTo(
  t: TestContext,
  target: number,
  pass: (chunk: Buffer, below: Socket) => void,
): Promise<number> {
  const server = createServer((client) => {
    const below = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, below]) t.after(() => socket.on('error', () => {}).destroy());
    client.on('data', (chunk: Buffer) => pass(chunk, below));
    below.pipe(client);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return portOf([server]);
}

/** A handshake that failed before its parameters were known. */
const UNKNOWN = { version: null, sni: null, alpn: null };

describe('a TLS handshake', LIMIT, () => {
  for (const [offered, alpn] of [
    [undefined, null],
    [['http/1.1'], 'http/1.1'],
    [['http/1.1', 'h2'], 'h2'],
    [['h2'], 'h2'],
  ] as const)
    it(`emits \`secure\`, has its parameters then, and selects the protocol (${offered})`, async (t) => {
      const { driver } = await open(t);
      const client = tls.connect({
        port: driver.port,
        host: '127.0.0.1',
        ca: driver.ca,
        servername: 'localhost',
        ALPNProtocols: offered && [...offered],
      });
      t.after(() => client.destroy());
      await once(client, 'secureConnect');
      const received = once(client, 'data');
      if (alpn !== 'h2') client.write(REQUEST);
      const [first]: Buffer[] = await received;
      assert.ok(first);
      // The fourth byte of a frame is its type: SETTINGS.
      if (alpn === 'h2') assert.equal(first[3], 4);
      else assert.match(first.toString(), /^HTTP\/1\.1 200 OK/);
      assert.deepEqual(driver.opened.at(-1)?.tls, { version: 'TLSv1.3', sni: 'localhost', alpn });
      assert.deepEqual(driver.handshakes, []);
    });

  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const)
    it(`can resume a session (${maxVersion})`, async (t) => {
      const { driver } = await open(t);
      const options = {
        port: driver.port,
        host: '127.0.0.1',
        ca: driver.ca,
        maxVersion,
        servername: 'localhost',
      };
      const first = tls.connect(options);
      t.after(() => first.destroy());
      const established = once(first, 'session');
      first.on('data', () => {}).write(REQUEST);
      const [session]: Buffer[] = await established;
      const second = tls.connect({ ...options, session });
      t.after(() => second.destroy());
      second.write(REQUEST);
      const [text] = await once(second, 'data');
      assert.match(text.toString(), /^HTTP\/1\.1 200 OK/);
      assert.equal(second.isSessionReused(), true);
      // OpenSSL does not know the server name of a session of TLS 1.2.
      const sni = maxVersion === 'TLSv1.2' ? null : 'localhost';
      assert.deepEqual(driver.opened.at(-1)?.tls, { version: maxVersion, sni, alpn: null });
      assert.deepEqual(
        driver.opened.map(({ session }) => session?.isResumed),
        [undefined, false, true],
      );
      assert.equal(driver.opened.at(-1)?.session?.cipher, second.getCipher().standardName);
    });

  it('can be received byte by byte, without a server name', async (t) => {
    const { driver } = await open(t);
    const port = await relayTo(t, driver.port, (chunk, below) => {
      for (const byte of chunk) below.write(Buffer.from([byte]));
    });
    const client = tls.connect({ port, host: '127.0.0.1', ca: driver.ca });
    t.after(() => client.destroy());
    client.write(REQUEST);
    const [first] = await once(client, 'data');
    assert.match(first.toString(), /^HTTP\/1\.1 200 OK/);
    assert.deepEqual(driver.opened.at(-1)?.tls, { version: 'TLSv1.3', sni: null, alpn: null });
  });

  it('is not expected of a request without TLS, which gets an answer, however long it is', async (t) => {
    for (const bytes of [REQUEST, REQUEST + REQUEST, 'G', `OPTIONS ${'x'.repeat(1_000_000)}`]) {
      const client = await open(t);
      client.tcp.write(bytes);
      assert.equal(await client.ended, undefined);
      client.tcp.end();
      const { tls, ...failure } = await failureOf(client);
      assert.match(client.text(), /^HTTP\/1\.1 400 TLS expected\r\n.*\r\n\r\n$/s);
      assert.deepEqual(failure, { code: 'ERR_SSL_HTTP_REQUEST', isEmpty: false, isPlain: true });
      assert.deepEqual(tls, UNKNOWN);
    }
  });

  it('fails for bytes that are neither TLS nor a request', async (t) => {
    const client = await open(t);
    client.tcp.write('\0no TLS, and no request\r\n\r\n');
    await client.ended;
    const { code, isEmpty, isPlain, tls } = await failureOf(client);
    assert.match(code, /^ERR_SSL_/);
    assert.deepEqual([isEmpty, isPlain, tls], [false, false, UNKNOWN]);
    assert.doesNotMatch(client.text(), /HTTP/);
  });

  for (const [name, act] of [
    ['ends', (tcp: Socket) => void tcp.end()],
    ['resets', (tcp: Socket) => void tcp.resetAndDestroy()],
  ] as const)
    for (const length of [0, 1, 100, 5000])
      it(`fails when the client ${name} the connection after ${length} bytes`, async (t) => {
        const client = await open(t);
        const hello = (await clientHello()).subarray(0, length);
        if (hello.length > 0) client.tcp.write(hello);
        await until(() => client.driver.opened.length === 1);
        act(client.tcp);
        const { tls, ...failure } = await failureOf(client);
        const isEmpty = length === 0;
        // A reset can discard what was not read yet.
        if (name === 'ends') assert.deepEqual(failure, { code: 'ECONNRESET', isEmpty, isPlain: false });
        if (name === 'ends')
          assert.equal(tls?.sni, isEmpty ? undefined : length === 5000 ? 'localhost' : null);
        assert.equal(failure.code, 'ECONNRESET');
      });

  it('fails with the reason of OpenSSL, and the server name', async (t) => {
    for (const options of [
      { ALPNProtocols: ['other'] },
      { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
    ] as const) {
      const client = await open(t);
      const socket = tls.connect({
        socket: client.tcp,
        servername: 'localhost',
        rejectUnauthorized: false,
        ...options,
        ALPNProtocols: 'ALPNProtocols' in options ? [...options.ALPNProtocols] : undefined,
      });
      const [error] = await once(socket, 'error');
      assert.match(error.code, /ALERT/);
      socket.destroy();
      const { code, tls: parameters } = await failureOf(client);
      assert.match(code, /^ERR_SSL_/);
      const isAlpn = 'ALPNProtocols' in options;
      assert.deepEqual(parameters, { ...UNKNOWN, sni: isAlpn ? 'localhost' : null });
    }
  });

  for (const length of [0, 100, 5000])
    it(`fails when it is not complete in its time, after ${length} bytes`, async (t) => {
      const { runtime, pass } = createManualTime();
      const client = await open(t, { times: { head: 100 }, runtime });
      const { driver, tcp } = client;
      const hello = (await clientHello()).subarray(0, length);
      const accept = t.mock.method(driver.listener, 'accept');
      const second = connect({ port: driver.port, host: '127.0.0.1' }).on('error', () => {});
      t.after(() => second.destroy());
      await until(() => driver.opened.length === 2);
      const accepted = accept.mock.calls[0]?.arguments[0];
      if (hello.length > 0) second.write(hello);
      await until(() => accepted?.bytesRead === hello.length);
      tcp.destroy();
      await until(() => driver.listener.count === 1);
      pass(99);
      assert.equal(driver.handshakes.length, 1);
      pass(1);
      const { failure, connection } = driver.handshakes[1] ?? assert.fail();
      const isEmpty = length === 0;
      assert.deepEqual(failure, { code: 'ERR_TLS_HANDSHAKE_TIMEOUT', isEmpty, isPlain: false });
      assert.equal(connection.tls === null, isEmpty);
      await driver.listener.closed();
    });

  it('is not expected when the first byte is a letter', async (t) => {
    for (const [byte, isPlain] of [
      ['@', false],
      ['A', true],
      ['Z', true],
      ['[', false],
      ['`', false],
      ['a', true],
      ['z', true],
      ['{', false],
    ] as const) {
      const client = await open(t);
      // More than the header of a record.
      client.tcp.write(byte.repeat(5));
      await client.ended;
      client.tcp.end();
      assert.equal((await failureOf(client)).isPlain, isPlain, byte);
    }
  });

  it('leaves nothing of it on the socket', async (t) => {
    const { driver } = await open(t);
    const client = openRawConnection(driver.port, { ca: driver.ca });
    t.after(() => client.destroy());
    const accept = t.mock.method(driver.listener, 'accept');
    const second = openRawConnection(driver.port, { ca: driver.ca });
    t.after(() => second.destroy());
    await once(second.socket, 'secureConnect');
    const tcp = accept.mock.calls.at(-1)?.arguments[0];
    assert.ok(tcp);
    await until(() => driver.opened.every(({ tls }, index) => index === 0 || tls !== null));
    assert.deepEqual([tcp.listenerCount('data'), tcp.isPaused()], [0, true]);
  });
});

describe('a connection of TLS', LIMIT, () => {
  it('closes when the client sends what is no record', async (t) => {
    const { driver, tcp } = await open(t);
    const client = tls.connect({ socket: tcp, ca: driver.ca, servername: 'localhost' }).on('error', () => {});
    await until(() => driver.opened[0]?.tls != null);
    client.write('GET / HTTP/1.1\r\n');
    tcp.write('no record');
    await driver.listener.closed();
    assert.deepEqual([driver.handshakes, driver.closed.length], [[], 1]);
  });

  it('is not kept by a listener that ends before its first byte, nor after it', async (t) => {
    const { driver, tcp, ended } = await open(t);
    await until(() => driver.listener.count === 1);
    driver.listener.closeIdle();
    await ended;
    await driver.listener.closed();
    const later = connect({ port: driver.port, host: '127.0.0.1' }).on('error', () => {});
    t.after(() => later.destroy());
    later.resume();
    await once(later, 'close');
    tcp.destroy();
    await driver.listener.closed();
    assert.equal(driver.closed.length, 2);
  });

  it('is ended by such a listener when its handshake is complete', async (t) => {
    const { driver, tcp } = await open(t);
    tcp.destroy();
    await driver.listener.closed();
    const parts: (() => void)[] = [];
    const port = await relayTo(t, driver.port, (chunk, below) => {
      if (parts.length > 0) below.write(chunk);
      else below.write(chunk.subarray(0, 100), () => parts.push(() => below.write(chunk.subarray(100))));
    });
    const accept = t.mock.method(driver.listener, 'accept');
    const client = openRawConnection(port, { ca: driver.ca });
    t.after(() => client.destroy());
    client.socket.resume();
    await until(() => parts.length > 0 && accept.mock.calls[0]?.arguments[0].bytesRead === 100);
    driver.listener.closeIdle();
    parts[0]?.();
    assert.equal(await client.ended, 'fin');
    await driver.listener.closed();
    assert.equal(driver.opened.at(-1)?.tls?.alpn, 'http/1.1');
  });
});
