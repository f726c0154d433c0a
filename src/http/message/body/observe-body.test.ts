import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../../../test/support/servers/serve.ts';

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
        while (received.split('HTTP/1.1 200 ').length <= count) await sleep(2);
        socket.write('hello');
      }
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      while (listeners.length < 13) await sleep(2);
      // The previous request may still have its listener.
      assert.ok((listeners[12] ?? 0) <= (listeners[0] ?? 0) + 1, `${listeners}`);
      socket.destroy();
    }
    const entries = server.journal?.entries() ?? [];
    const bodies = entries.map((entry) => (entry.kind === 'exchange' ? entry.request.body.length : 0));
    assert.deepEqual(bodies, [...Array(12).fill(5), 0, ...Array(12).fill(5), 0]);
  });
});
