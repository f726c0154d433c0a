import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { it } from 'node:test';
import { createManualRuntime } from '#test/support/faults/fault-observers.ts';
import { detectProtocol } from './protocol-detection.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** A connection, whose bytes a test pushes, and what was found out about it. */
function open() {
  const socket = new Socket();
  const { runtime, timers } = createManualRuntime();
  const seen: string[] = [];
  detectProtocol(socket, {
    runtime,
    timeout: 7,
    onProtocol: (protocol) => void seen.push(protocol),
    onTimeout: () => void seen.push('timeout'),
  });
  const [timer] = timers;
  assert.ok(timer);
  const push = async (...chunks: readonly string[]) => {
    for (const chunk of chunks) {
      socket.push(chunk);
      await new Promise(setImmediate);
    }
  };
  const listeners = () => socket.listenerCount('data');
  return { socket, seen, timer, push, listeners };
}

it('the protocol is known when the bytes differ from the preface, or are all of it', async () => {
  for (const [chunks, expected] of [
    [[PREFACE], ['HTTP/2']],
    [[`${PREFACE}more`], ['HTTP/2']],
    [[PREFACE.slice(0, 1), PREFACE.slice(1, -1), PREFACE.slice(-1)], ['HTTP/2']],
    [[PREFACE.slice(0, -1)], []],
    [['G'], ['HTTP/1']],
    [['P', 'R', 'x'], ['HTTP/1']],
    [[`${PREFACE.slice(0, -1)}x`], ['HTTP/1']],
  ] as const) {
    const { socket, seen, timer, push, listeners } = open();
    await push(...chunks);
    const text = chunks.join('');
    const isKnown = expected.length > 0;
    assert.deepEqual([seen, timer.isCancelled, listeners()], [expected, isKnown, isKnown ? 0 : 1], text);
    assert.deepEqual(
      [socket.isPaused(), socket.read()?.toString()],
      isKnown ? [true, text] : [false, undefined],
    );
  }
});

it('a connection with too few bytes in its time is reported once', async () => {
  const { seen, timer, push, listeners } = open();
  await push('P');
  assert.equal(timer.milliseconds, 7);
  timer.run();
  assert.deepEqual([seen, listeners(), timer.isCancelled], [['timeout'], 0, true]);
});

it('a connection that ends before is destroyed, without a protocol', () => {
  for (const [event, isDestroyed] of [
    ['end', true],
    ['close', false],
  ] as const) {
    const { socket, seen, timer, listeners } = open();
    const before = socket.listenerCount('close');
    socket.emit(event);
    assert.deepEqual([seen, socket.destroyed, timer.isCancelled, listeners()], [[], isDestroyed, true, 0]);
    assert.equal(socket.listenerCount('close'), before - 1);
  }
});
