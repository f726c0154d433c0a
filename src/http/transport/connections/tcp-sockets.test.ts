import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { TLSSocket } from 'node:tls';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { endTcpSocket, TcpSockets } from './tcp-sockets.ts';

it('a connection is ended with the end of TLS, unless that is left out, and is destroyed later', () => {
  for (const [isRude, hasTls, ended] of [
    [false, false, [true, undefined]],
    [true, false, [true, undefined]],
    [false, true, [false, true]],
    [true, true, [true, false]],
  ] as const) {
    const { runtime, timers } = createManualRuntime();
    const tcp = new Socket();
    const tls = hasTls ? new TLSSocket(new Socket()) : undefined;
    endTcpSocket({ tcp, tls }, { isRude }, runtime);
    const what = `${isRude ? 'rude' : 'polite'}, ${hasTls ? 'with' : 'without'} TLS`;
    assert.deepEqual([tcp.writableEnded, tls?.writableEnded], ended, what);
    assert.deepEqual(
      timers.map(({ milliseconds }) => milliseconds),
      [2000],
    );
    assert.equal(tcp.destroyed, false);
    timers[0]?.run();
    assert.equal(tcp.destroyed, true);
    tcp.emit('close');
    assert.equal(timers[0]?.isCancelled, true);
  }
});

it('a destroyed connection is not ended', () => {
  const { runtime, timers } = createManualRuntime();
  const tcp = new Socket();
  tcp.destroy();
  endTcpSocket({ tcp, tls: undefined }, { isRude: false }, runtime);
  assert.deepEqual([timers, tcp.writableEnded], [[], false]);
});

it('a TLS socket of an unknown connection has no TCP socket', () => {
  const sockets = new TcpSockets();
  const tls = new TLSSocket(new Socket());
  assert.equal(sockets.secure(tls), undefined);
  const tcp = new Socket();
  sockets.add(tcp);
  assert.equal(sockets.secure(tls), tcp);
  assert.deepEqual(sockets.of({}), { tcp, tls });
});
