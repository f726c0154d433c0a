import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { serve } from '../../test/support/serve.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { HttpError } from './errors.ts';

/** The members of an exchange that the limiter uses. */
function exchangeFrom(peerAddress: string) {
  const reply = Object.assign(new EventEmitter(), { destroyed: false });
  return { peerAddress, reply, end: () => void reply.emit('close') };
}

const tooMany = (error: unknown) => error instanceof HttpError && error.status === 429;

describe('the limit of requests in progress for one address', () => {
  test('counts each address separately, and removes an address without requests in progress', () => {
    const counts = new Map<string, number>();
    const limiter = createConcurrencyLimiter(2, counts);
    const [first, second] = [exchangeFrom('192.0.2.1'), exchangeFrom('192.0.2.1')];
    const other = exchangeFrom('192.0.2.2');
    for (const exchange of [first, second, other]) {
      limiter.check(exchange);
      limiter.acquire(exchange);
    }
    assert.throws(() => limiter.check(exchangeFrom('192.0.2.1')), tooMany);
    limiter.check(exchangeFrom('192.0.2.2'));
    first.end();
    limiter.check(exchangeFrom('192.0.2.1'));
    second.end();
    assert.deepEqual([...counts], [['192.0.2.2', 1]]);
    other.end();
    assert.equal(counts.size, 0);
  });

  test('counts neither a closed exchange nor, without a limit, any exchange', () => {
    const counts = new Map<string, number>();
    const over = exchangeFrom('192.0.2.1');
    over.reply.destroyed = true;
    createConcurrencyLimiter(1, counts).acquire(over);
    createConcurrencyLimiter(0, counts).acquire(exchangeFrom('192.0.2.1'));
    assert.equal(counts.size, 0);
  });

  test('accepts requests of an address again when its requests are complete', async (t) => {
    const server = await serve(t, { maxConcurrency: 1 });
    for (let round = 0; round < 3; round++) {
      const slow = server.get('/delay/0.3');
      let status = 200;
      while (status === 200) {
        status = (await server.get('/get')).status;
        await nextIteration();
      }
      assert.equal(status, 429);
      assert.equal((await slow).status, 200);
      // The client may read the end of the response before the server has closed the reply.
      for (let tries = 0; status === 429 && tries < 100; tries++) status = (await server.get('/get')).status;
      assert.equal(status, 200);
    }
  });
});
