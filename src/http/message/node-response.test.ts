import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { openBodyExchange } from '#test/support/servers/body-exchange.ts';
import { HttpError } from '../errors/errors.ts';
import {
  abortOnClose,
  announcesClose,
  checkHttp2Head,
  corkSocket,
  discardUnread,
  isBodyUnread,
  waitForDrain,
  writeHead,
  writeTrailers,
} from './node-response.ts';

/** The part of a stream of HTTP/2 that the functions read. */
interface Stream {
  readonly state: { readonly remoteClose: 0 | 1 };
  readonly endAfterHeaders: boolean;
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  readonly closedWith: number[];
  close(code: number): void;
}

function openStream(values: Partial<Stream> = {}): Stream {
  const closedWith: number[] = [];
  return {
    state: { remoteClose: 0 },
    endAfterHeaders: false,
    destroyed: false,
    writableFinished: true,
    closedWith,
    close: (code) => void closedWith.push(code),
    ...values,
  };
}

const open = (headers: Record<string, string> = {}, stream?: Stream) =>
  openBodyExchange(headers, stream && { stream }).exchange;

/** The text that the response would send. */
function textOf(nodeResponse: ServerResponse): string {
  const written: string[] = [];
  const socket = new Socket();
  socket.write = (chunk: Uint8Array | string) => {
    written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1'));
    return true;
  };
  nodeResponse.assignSocket(socket);
  return written.join('').replace(/Date: .*\r\n/, '');
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

it('the socket of a response is corked once, until the end of the operation', async () => {
  const { nodeResponse } = open();
  assert.doesNotThrow(
    () => corkSocket(nodeResponse),
    'a response that waits for an earlier one has no socket',
  );
  const socket = new Socket();
  nodeResponse.assignSocket(socket);
  corkSocket(nodeResponse);
  corkSocket(nodeResponse);
  assert.equal(socket.writableCorked, 1);
  await nextTick();
  assert.equal(socket.writableCorked, 0);
});

it('the socket of a session of HTTP/2 is not corked', () => {
  const { nodeResponse } = open({}, openStream());
  const socket = new Socket();
  nodeResponse.assignSocket(socket);
  corkSocket(nodeResponse);
  assert.equal(socket.writableCorked, 0);
});

it('a response can be written to after it has drained or closed, and then has no further listener', async () => {
  for (const event of ['drain', 'close']) {
    const { nodeResponse } = open();
    const listeners = () => ['drain', 'close'].map((name) => nodeResponse.listenerCount(name));
    const before = listeners();
    const drained = waitForDrain(nodeResponse);
    let isDrained = false;
    void drained.then(() => (isDrained = true));
    await nextTick();
    assert.equal(isDrained, false);
    nodeResponse.emit(event);
    await drained;
    assert.deepEqual(listeners(), before, event);
  }
});

it('a signal is aborted when its response closes before all of it is sent', () => {
  const isAborted = (prepare: (nodeResponse: ServerResponse) => void) => {
    const { nodeResponse } = open();
    const { signal } = abortOnClose(nodeResponse);
    assert.equal(signal.aborted, false);
    prepare(nodeResponse);
    nodeResponse.emit('close');
    return signal.aborted;
  };
  assert.equal(
    isAborted(() => {}),
    true,
    'not ended',
  );
  assert.equal(
    isAborted((nodeResponse) => nodeResponse.end('abc')),
    true,
    'ended without a connection',
  );
  const complete = (nodeResponse: ServerResponse, isEnded: boolean) => {
    const values = { writableEnded: isEnded, writableFinished: true };
    for (const [name, value] of Object.entries(values)) Object.defineProperty(nodeResponse, name, { value });
  };
  assert.equal(
    isAborted((nodeResponse) => complete(nodeResponse, true)),
    false,
    'complete',
  );
  assert.equal(
    isAborted((nodeResponse) => complete(nodeResponse, false)),
    true,
    'a stream that is reset',
  );
  const { nodeResponse } = open();
  nodeResponse.destroy();
  assert.equal(abortOnClose(nodeResponse).signal.aborted, true, 'closed already');
});

it('fields announce the end of the connection in one header only', () => {
  for (const [name, value, expected] of [
    ['Connection', 'close', true],
    ['CONNECTION', 'x, Close', true],
    ['Connection', 'closed', false],
    ['Connection', 'disclose', false],
    ['Connectio', 'close', false],
    ['Proxy-Auth', 'close', false],
  ] as const) {
    assert.equal(announcesClose([[name, value]]), expected, `${name}: ${value}`);
    const fields = [
      ['A', '1'],
      [name, value],
      ['Connection', 'upgrade'],
    ] as const;
    assert.equal(announcesClose(fields), expected, `${name}: ${value} among others`);
  }
  assert.equal(announcesClose([]), false);
});

it('a head that cannot be sent is an error of the input, and other errors are unchanged', () => {
  const cannot = { name: 'HttpError', status: 400, message: 'A header field cannot have this value.' };
  for (const [status, name, value, code] of [
    [200, 'A', 'b\nc', 'ERR_INVALID_CHAR'],
    [200, 'a b', 'c', 'ERR_INVALID_HTTP_TOKEN'],
    [204, 'A', 'b\nc', 'ERR_INVALID_CHAR'],
    [304, '', 'c', 'ERR_INVALID_HTTP_TOKEN'],
  ] as const) {
    const { nodeResponse } = open();
    const isCause = (error: unknown) => {
      assert.ok(error instanceof HttpError);
      assert.deepEqual(Reflect.get(Object(error.cause), 'code'), code);
      return true;
    };
    assert.throws(() => writeHead(nodeResponse, status, 'Fine', [[name, value]]), cannot);
    assert.throws(() => writeHead(nodeResponse, status, 'Fine', [[name, value]]), isCause);
    assert.throws(() => checkHttp2Head(status, [[name, value]]), cannot);
    // The failed head leaves no phrase and no field.
    nodeResponse.statusCode = 200;
    nodeResponse.end();
    assert.equal(textOf(nodeResponse), 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
  }
  const { nodeResponse } = open();
  assert.throws(() => writeHead(nodeResponse, 99, 'Fine', []), { code: 'ERR_HTTP_INVALID_STATUS_CODE' });
  assert.equal(writeHead(nodeResponse, 299, 'Fine', []), undefined);
  assert.throws(() => writeHead(nodeResponse, 200, 'OK', []), { code: 'ERR_HTTP_HEADERS_SENT' });
});

it('HTTP/2 has statuses up to 599', () => {
  assert.doesNotThrow(() => checkHttp2Head(599, []));
  assert.throws(() => checkHttp2Head(600, []), {
    name: 'HttpError',
    status: 400,
    message: 'HTTP/2 has statuses up to 599, not 600 (RFC 9110 §15); use HTTP/1.1.',
  });
});

it('trailers have their order, case and repetitions', () => {
  const { nodeResponse } = open();
  nodeResponse.useChunkedEncodingByDefault = true;
  writeHead(nodeResponse, 200, 'OK', [['Transfer-Encoding', 'chunked']]);
  nodeResponse.write('abc');
  writeTrailers(nodeResponse, [
    ['B', '1'],
    ['a', '2'],
    ['B', '3'],
  ]);
  nodeResponse.end();
  assert.match(textOf(nodeResponse), /\r\n0\r\nB: 1\r\na: 2\r\nB: 3\r\n\r\n$/);
});

it('a body is unread if the client sends it on a stream and nothing reads it', () => {
  const flowing = open({}, openStream());
  flowing.request.resume();
  const paused = open({}, openStream());
  paused.request.pause();
  for (const [what, exchange, expected] of [
    ['a stream', open({}, openStream()), true],
    ['HTTP/1', open(), false],
    ['a stream without a body', open({}, openStream({ endAfterHeaders: true })), false],
    ['a body that is read', flowing, false],
    ['a body whose reader pauses', paused, false],
    ['a body that the client has ended', open({}, openStream({ state: { remoteClose: 1 } })), false],
    ['a stream that is destroyed', open({}, openStream({ destroyed: true })), false],
    ['a body that the client sends on request', open({ expect: '100-continue' }, openStream()), false],
  ] as const)
    assert.equal(isBodyUnread(exchange), expected, what);
});

/** The discarding of a body that nothing reads, and what it has done. */
function discard(stream: Stream | undefined = openStream()) {
  const exchange = open({}, stream);
  const { runtime, timers } = createManualRuntime();
  let calls = 0;
  discardUnread(exchange, runtime, () => calls++);
  const { request } = exchange;
  const [timer] = timers;
  assert.ok(timer);
  assert.deepEqual([timer.milliseconds, timer.isCancelled, calls], [1000, false, 0]);
  return { request, stream, timer, calls: () => calls, settle: () => runtime.nextIteration() };
}

it('a response follows the end of a body that nothing reads', async () => {
  const { request, stream, timer, calls, settle } = discard();
  request.push(Buffer.alloc(64 * 1024));
  await settle();
  assert.equal(calls(), 0, 'the body is small');
  request.complete = true;
  request.push(null);
  await settle();
  assert.deepEqual([calls(), timer.isCancelled], [1, true]);
  timer.run();
  await settle();
  assert.deepEqual([calls(), stream.closedWith], [1, []]);
});

it('a response does not wait for a body that is not small, whose rest is not wanted', async () => {
  const { request, stream, timer, calls, settle } = discard();
  request.push(Buffer.alloc(64 * 1024));
  request.push(Buffer.alloc(1));
  await settle();
  await settle();
  assert.deepEqual([calls(), timer.isCancelled, stream.closedWith], [1, true, [0]]);
  request.complete = true;
  request.push(null);
  await settle();
  assert.equal(calls(), 1);
});

it('a response waits for a limited time for a body that does not continue', async () => {
  const { request, stream, timer, calls, settle } = discard();
  timer.run();
  assert.equal(calls(), 1);
  request.complete = true;
  request.push(null);
  await settle();
  assert.deepEqual([calls(), stream.closedWith], [1, []]);
});

it('a client that has reset its stream gets no response', () => {
  const { timer, calls } = discard(openStream({ destroyed: true }));
  timer.run();
  assert.equal(calls(), 0);
});
