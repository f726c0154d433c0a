import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { firstExchange } from '#test/support/journal.ts';
import { serve } from '#test/support/servers/serve.ts';
import { replay } from './replay.ts';

describe('a replay that is aborted', () => {
  it('leaves no timer when its connection closes', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const { journal: source } = server.operations;
    assert.ok(source);
    const recorded = await firstExchange(server);
    // Never responds.
    const silent = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(typeof address === 'object' && address !== null);
    const timers = new Set<object>();
    const timeout = (milliseconds: number, action: () => void) => {
      const cancel = createRuntime().timeout(milliseconds, action);
      timers.add(cancel);
      return () => {
        timers.delete(cancel);
        cancel();
      };
    };
    const controller = new AbortController();
    const pending = replay(recorded, source, {
      address: { host: '127.0.0.1', port: address.port },
      isTls: false,
      runtime: { timeout },
      signal: controller.signal,
    });
    const [accepted] = await once(silent, 'connection');
    await once(accepted, 'data');
    controller.abort(new Error('The client has disconnected.'));
    await assert.rejects(pending, { message: 'The client has disconnected.' });
    await once(accepted, 'close');
    assert.equal(timers.size, 0);
  });
});

describe('a replay to a server that does not listen', () => {
  it('is rejected with the error of the connection, or with the reason of a signal that is aborted before', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const recorded = await firstExchange(server);
    const { journal } = server.operations;
    assert.ok(journal);
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    assert.ok(typeof address === 'object' && address !== null);
    closed.close();
    await once(closed, 'close');
    const options = { address: { host: '127.0.0.1', port: address.port }, runtime: createRuntime() };
    const aborted = AbortSignal.abort(new Error('The client has disconnected.'));
    for (const isTls of [false, true]) {
      const { signal } = new AbortController();
      await assert.rejects(replay(recorded, journal, { ...options, isTls, signal }), {
        code: 'ECONNREFUSED',
      });
      await assert.rejects(replay(recorded, journal, { ...options, isTls, signal: aborted }), {
        message: 'The client has disconnected.',
      });
    }
  });
});
