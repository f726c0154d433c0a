import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { openBodyExchange } from '#test/support/servers/body-exchange.ts';
import { serve } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { ObservableRequest } from '../../transport/observable-request.ts';
import { observeBody, observeRest, onBodyEnd } from './observe-body.ts';

describe('bodies that are received after the response', () => {
  it('add no listener to their connection, and are recorded completely', async (t) => {
    const server = await serve(t);
    const listeners: number[] = [];
    const requestArrived = (message: unknown): void => {
      assert.ok(typeof message === 'object' && message !== null && 'request' in message);
      assert.ok(message.request instanceof IncomingMessage);
      listeners.push(message.request.socket.listenerCount('close'));
    };
    subscribe('http.server.request.start', requestArrived);
    t.after(() => unsubscribe('http.server.request.start', requestArrived));

    for (const path of ['/status/200', '/limit/a/policy=default;q=100;w=10/end']) {
      listeners.length = 0;
      const socket = connect(server.port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      for (let count = 1; count <= 12; count++) {
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n`);
        await until(() => received.split('HTTP/1.1 200 ').length > count);
        socket.write('hello');
      }
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await until(() => listeners.length >= 13);
      // The previous request may still have its listener.
      assert.ok((listeners[12] ?? 0) <= (listeners[0] ?? 0) + 1, `${listeners}`);
      socket.destroy();
    }
    const entries = server.journal?.entries() ?? [];
    const bodies = entries.map((entry) => (entry.kind === 'exchange' ? entry.request.body.length : 0));
    assert.deepEqual(bodies, [...Array(12).fill(5), 0, ...Array(12).fill(5), 0]);
  });
});

/** An observer of a body, and what it has received. */
function observer() {
  const seen: string[] = [];
  return {
    seen,
    chunk: (chunk: Uint8Array | string) => void seen.push(String(chunk)),
    end: () => void seen.push('end'),
  };
}

describe('the observer of a body', () => {
  it('receives the chunks and the end, which the endpoint reads as before', async () => {
    for (const request of [new IncomingMessage(new Socket()), new ObservableRequest(new Socket())]) {
      const observed = observer();
      observeBody(request, new ServerResponse(request), observed);
      const read: string[] = [];
      request.on('data', (chunk) => read.push(String(chunk)));
      request.push('ab');
      request.push(Buffer.from('c'));
      request.push(null);
      await new Promise((resolve) => request.once('end', resolve));
      assert.deepEqual(
        [observed.seen, read],
        [
          ['ab', 'c', 'end'],
          ['ab', 'c'],
        ],
      );
    }
  });

  it('receives the end of a stream only if the client has ended it', () => {
    for (const [what, remoteClose, act, expected] of [
      ['ended before', 1, () => {}, ['a', 'end']],
      ['ended later', 0, (stream: Duplex) => stream.push(null), ['a', 'end']],
      ['not ended', 0, () => {}, ['a']],
      ['a chunk', 0, (stream: Duplex) => stream.push('x'), ['a']],
      [
        'reset, which also ends the body',
        0,
        (stream: Duplex) => {
          Object.defineProperty(stream, 'closed', { value: true });
          stream.push(null);
        },
        ['a'],
      ],
    ] as const) {
      const stream = Object.assign(new Duplex({ read() {} }), { state: { remoteClose } });
      const { request, nodeResponse } = openBodyExchange({}, { stream });
      const observed = observer();
      observeBody(request, nodeResponse, observed);
      request.push('a');
      act(stream);
      request.push(null);
      assert.deepEqual(observed.seen, expected, what);
    }
  });
});

describe('the rest of a body', () => {
  it('flows after the response, unless it is read or is one of HTTP/2', () => {
    const rest = (stream?: object, prepare: (request: IncomingMessage) => void = () => {}) => {
      const { request, nodeResponse } = openBodyExchange({}, stream && { stream });
      observeRest(request, nodeResponse);
      prepare(request);
      nodeResponse.emit('finish');
      return request.readableFlowing;
    };
    assert.deepEqual([rest(), rest(undefined, (request) => request.pause()), rest({})], [true, false, null]);
  });

  it('ends once, with its request or its connection, and leaves no listener', () => {
    for (const isRequest of [true, false]) {
      const { request } = openBodyExchange();
      const listeners = () => [request, request.socket].map((emitter) => emitter.listenerCount('close'));
      const before = listeners();
      let calls = 0;
      onBodyEnd(request, () => calls++);
      assert.equal(calls, 0);
      (isRequest ? request : request.socket).emit('close');
      assert.deepEqual([calls, listeners()], [1, before]);
    }
  });
});
