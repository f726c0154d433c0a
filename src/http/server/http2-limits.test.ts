import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { createServer } from 'node:http2';
import { describe, it } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { openBodyExchange } from '#test/support/servers/body-exchange.ts';
import { BodyErrors } from '../transport/body-errors.ts';
import { OpenStreams } from '../transport/http2/open-streams.ts';
import { limitTimes } from './http2-limits.ts';

const LIMITS = { headerTimeout: 1, requestTimeout: 2, keepAliveTimeout: 3 };

/** A server that listens nowhere, whose sessions and requests a test emits. */
function open() {
  const server = createServer();
  const { runtime, timers } = createManualRuntime();
  const bodyErrors = new BodyErrors();
  limitTimes(server, LIMITS, runtime, { openStreams: new OpenStreams(), bodyErrors });
  const seen = () => timers.map(({ milliseconds, isCancelled }) => [milliseconds, isCancelled]);
  return { server, runtime, timers, bodyErrors, seen };
}

describe('a session of HTTP/2', () => {
  /** The part of a session that is read, with what was called. */
  function openSession() {
    const opened = open();
    const calls: string[] = [];
    const session = Object.assign(new EventEmitter(), {
      destroyed: false,
      destroy: () => void calls.push('destroy'),
      close: () => void calls.push('close'),
    });
    opened.server.emit('session', session);
    const openStream = () => {
      const stream = new EventEmitter();
      session.emit('stream', stream);
      return () => void stream.emit('close');
    };
    return { ...opened, session, calls, openStream };
  }

  it('is destroyed without a stream in the time of a head', () => {
    const { timers, calls, seen } = openSession();
    assert.deepEqual(seen(), [[1, false]]);
    timers[0]?.run();
    assert.deepEqual(calls, ['destroy']);
  });

  it('is closed when no stream has been open for a while', () => {
    const { timers, calls, seen, openStream } = openSession();
    const closes = [openStream(), openStream()];
    assert.deepEqual(seen(), [[1, true]]);
    closes[0]?.();
    assert.equal(timers.length, 1);
    closes[1]?.();
    assert.deepEqual(seen().slice(1), [[3, false]]);
    const close = openStream();
    assert.deepEqual(seen().slice(1), [[3, true]]);
    close();
    assert.deepEqual(seen().slice(2), [[3, false]]);
    timers[2]?.run();
    assert.deepEqual(calls, ['close']);
  });

  it('has no limit after its end', () => {
    const { session, timers, seen, openStream } = openSession();
    session.emit('close');
    assert.deepEqual(seen(), [[1, true]]);
    const close = openStream();
    session.destroyed = true;
    close();
    assert.equal(timers.length, 1);
  });
});

describe('the body of a stream', () => {
  const CHUNKED = { 'transfer-encoding': 'chunked' };

  /** A request on a stream, and the codes with which the stream was closed. */
  function openRequest(remoteClose: 0 | 1 = 0, endAfterHeaders = false) {
    const opened = open();
    const closedWith: number[] = [];
    const stream = Object.assign(new EventEmitter(), {
      state: { remoteClose },
      endAfterHeaders,
      destroyed: false,
      writableFinished: true,
      close: (code: number) => void closedWith.push(code),
    });
    const { request, nodeResponse } = openBodyExchange({}, { stream });
    opened.server.emit('request', request, nodeResponse);
    return { ...opened, stream, request, nodeResponse, closedWith };
  }

  it('has a limited time, which ends with its stream', () => {
    const { seen, stream } = openRequest();
    assert.deepEqual(seen(), [[2, false]]);
    stream.emit('close');
    assert.deepEqual(seen(), [[2, true]]);
  });

  it('has none without a body, and none on HTTP/1, which Node limits', () => {
    assert.deepEqual(openRequest(0, true).timers, []);
    const { server, timers } = open();
    const { request, nodeResponse } = openBodyExchange(CHUNKED);
    server.emit('request', request, nodeResponse);
    assert.deepEqual(timers, []);
  });

  it('is not late when the client has ended it, or its stream is destroyed', () => {
    const ended = openRequest(1);
    const destroyed = openRequest();
    destroyed.stream.destroyed = true;
    for (const { timers, bodyErrors, request, closedWith } of [ended, destroyed]) {
      timers[0]?.run();
      assert.deepEqual([bodyErrors.of(request), closedWith], [undefined, []]);
    }
  });

  it('that is late is an error, and its stream closes after the response', async () => {
    for (const [headersSent, writableEnded, codes] of [
      [false, false, [0]],
      [true, true, [0]],
      [true, false, [8]],
    ] as const) {
      const { timers, bodyErrors, request, nodeResponse, closedWith, runtime } = openRequest();
      Object.defineProperties(nodeResponse, {
        headersSent: { value: headersSent },
        writableEnded: { value: writableEnded },
      });
      timers[0]?.run();
      const { status, message } = bodyErrors.of(request) ?? assert.fail('no error');
      assert.deepEqual([status, message], [408, 'The request was not received in time.']);
      await runtime.nextIteration();
      await runtime.nextIteration();
      assert.deepEqual(closedWith, codes);
    }
  });
});
