import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { until } from '#test/support/until.ts';
import { portOf } from '../connection-port.ts';
import { SocketOutput } from './socket-output.ts';

const LIMIT = { timeout: 20_000 };

const KIB = 1024;

/** More than the buffers of both systems. */
const LARGE = 16 * KIB * KIB;

interface Open {
  readonly stream: Socket;
  readonly client: Socket;
  readonly output: SocketOutput;
  /** Bytes of each write that the system has. */
  readonly sent: number[];
  /** The turns of other connections that the output waits for. */
  readonly turns: (() => void)[];
  /** All that the client has received. */
  text(): string;
}

/** The output of one side of a connection. */
async function open(t: TestContext, onSent: (open: Open, bytes: number) => void = () => {}): Promise<Open> {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = connect(portOf([server]), '127.0.0.1').on('error', () => {});
  const [[stream]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
  assert.ok(stream instanceof Socket);
  stream.on('error', () => {});
  t.after(() => client.destroy());
  t.after(() => stream.destroy());
  const sent: number[] = [];
  const turns: (() => void)[] = [];
  const nextIteration = () => new Promise<void>((resolve) => turns.push(resolve));
  let received = '';
  client.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  const output = new SocketOutput(stream, { nextIteration }, (bytes) => {
    sent.push(bytes);
    onSent(opened, bytes);
  });
  const opened = { stream, client, output, sent, turns, text: () => received };
  return opened;
}

/** Some iterations of the event loop. */
async function iterate(): Promise<void> {
  for (let count = 0; count < 5; count++) await new Promise(setImmediate);
}

describe('the output of a socket', LIMIT, () => {
  it('is written in parts of 64 KiB, of which the last one has up to 128 KiB', async (t) => {
    const { output, sent } = await open(t);
    output.add(Buffer.alloc(192 * KIB + 1));
    assert.equal(output.waiting, 192 * KIB + 1);
    assert.equal(await output.flushed(), true);
    assert.deepEqual(sent, [64 * KIB, 64 * KIB, 64 * KIB + 1]);
    output.add(Buffer.alloc(128 * KIB));
    await output.flushed();
    assert.equal(sent.at(-1), 128 * KIB);
  });

  it('is one write at a time, of all parts together', async (t) => {
    const { output, stream, sent, text } = await open(t);
    const corked: number[] = [];
    const { write } = stream;
    t.mock.method(stream, 'write', (...args: Parameters<typeof write>) => {
      corked.push(stream.writableCorked);
      return write.apply(stream, args);
    });
    output.add('a');
    output.flush();
    for (const part of ['b', Buffer.from('c'), 'd']) output.add(part);
    output.flush();
    assert.deepEqual([output.waiting, output.writing, corked], [4, 1, [0]]);
    assert.equal(await output.flushed(), true);
    assert.deepEqual([sent, corked, output.waiting], [[1, 3], [0, 1, 1, 1], 0]);
    await until(() => text() === 'abcd');
  });

  it('waits for the turn of others after 16 writes', async (t) => {
    const { output, sent, turns } = await open(t, ({ output }) => output.add('x'));
    output.add('x');
    for (const count of [16, 32, 48]) {
      await until(() => turns.length === count / 16);
      await iterate();
      output.flush();
      output.add('y');
      await iterate();
      assert.deepEqual([sent.length, turns.length], [count, count / 16]);
      turns.at(-1)?.();
      await iterate();
    }
  });

  it('waits later when the client sends something', async (t) => {
    const { sent, turns, output } = await open(t, ({ output, sent }) => {
      if (sent.length === 10) output.received();
      output.add('x');
    });
    output.add('x');
    await until(() => turns.length === 1);
    await iterate();
    assert.equal(sent.length, 26);
  });

  it('can be passed on as a whole, also while others have their turn', async (t) => {
    const { output, turns, sent, text } = await open(
      t,
      ({ output, sent }) => sent.length < 16 && output.add('x'),
    );
    output.add('x');
    await until(() => turns.length === 1);
    output.add('y'.repeat(200 * KIB));
    output.flushAll();
    await until(() => text() === `${'x'.repeat(16)}${'y'.repeat(200 * KIB)}`);
    assert.equal(
      sent.reduce((total, bytes) => total + bytes),
      16 + 200 * KIB,
    );
    turns[0]?.();
    await iterate();
    assert.equal(output.waiting, 0);
  });

  it('that is passed on still waits', async (t) => {
    const { output, client } = await open(t);
    client.pause();
    for (const length of [LARGE, 1]) output.add(Buffer.alloc(length));
    output.flushAll();
    assert.deepEqual([output.waiting, output.writing], [LARGE + 1, LARGE + 1]);
    const flushed = output.flushed();
    client.resume();
    assert.equal(await flushed, true);
    assert.equal(output.waiting, 0);
    output.flushAll();
    assert.equal(output.writing, 0);
  });

  it('is lost when the stream has ended before it', async (t) => {
    const { output, stream } = await open(t);
    output.add('a');
    stream.end();
    assert.equal(await output.flushed(), false);
    assert.equal(output.waiting, 0);
  });

  it('is lost when it follows the end of the stream', async (t) => {
    const { output, stream } = await open(t);
    stream.end();
    output.add('');
    assert.equal(await output.flushed(), true);
    output.add('a');
    assert.equal(output.waiting, 0);
    assert.equal(await output.flushed(), false);
  });

  it('is lost when the connection is closed', async (t) => {
    const { output, client } = await open(t);
    client.pause();
    let isClosed = false;
    const closed = output.closed().then(() => {
      isClosed = true;
    });
    output.add(Buffer.alloc(LARGE));
    const flushed = output.flushed();
    await iterate();
    assert.equal(isClosed, false);
    output.close();
    assert.deepEqual([await flushed, await output.flushed()], [false, false]);
    await closed;
    output.add('a');
    assert.equal(output.waiting, output.writing);
    assert.equal(await output.flushed(), false);
  });

  it('is lost when the client has reset the connection', async (t) => {
    const { output, stream, client, turns } = await open(t, ({ output }) =>
      output.add(Buffer.alloc(64 * KIB)),
    );
    client.pause();
    output.add(Buffer.alloc(64 * KIB));
    let before = -1;
    await until(async () => {
      const isBlocked = before === stream.bytesWritten;
      before = stream.bytesWritten;
      for (const turn of turns.splice(0)) turn();
      await iterate();
      return isBlocked && output.writing > 0;
    });
    const closed = new Promise((resolve) => stream.once('close', resolve));
    client.resetAndDestroy();
    await closed;
    assert.equal(output.waiting, 0);
    assert.equal(await output.flushed(), false);
  });
});
