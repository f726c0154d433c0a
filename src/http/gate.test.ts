import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { serve } from '../../test/support/serve.ts';
import { HttpError } from './errors.ts';
import { createGate } from './gate.ts';

/** As much of an exchange as is looked at. */
function exchangeFrom(peerAddress: string) {
  const reply = Object.assign(new EventEmitter(), { destroyed: false });
  return { peerAddress, reply, end: () => void reply.emit('close') };
}

const tooMany = (error: unknown) => error instanceof HttpError && error.status === 429;

describe('the bound on requests of one address', () => {
  test('counts each address alone, and forgets an address whose requests are done', () => {
    const counts = new Map<string, number>();
    const gate = createGate(2, counts);
    const [first, second] = [exchangeFrom('192.0.2.1'), exchangeFrom('192.0.2.1')];
    const other = exchangeFrom('192.0.2.2');
    for (const exchange of [first, second, other]) {
      gate.check(exchange);
      gate.hold(exchange);
    }
    assert.throws(() => gate.check(exchangeFrom('192.0.2.1')), tooMany);
    gate.check(exchangeFrom('192.0.2.2'));
    first.end();
    gate.check(exchangeFrom('192.0.2.1'));
    second.end();
    assert.deepEqual([...counts], [['192.0.2.2', 1]]);
    other.end();
    assert.equal(counts.size, 0);
  });

  test('counts nothing that is over already, and nothing where there is no bound', () => {
    const counts = new Map<string, number>();
    const over = exchangeFrom('192.0.2.1');
    over.reply.destroyed = true;
    createGate(1, counts).hold(over);
    createGate(0, counts).hold(exchangeFrom('192.0.2.1'));
    assert.equal(counts.size, 0);
  });

  test('lets an address in again when its requests are done', async (t) => {
    const server = await serve(t, { maxConcurrency: 1 });
    for (let round = 0; round < 3; round++) {
      const slow = server.get('/delay/0.3');
      let status = 200;
      while (status === 200) {
        status = (await server.get('/get')).status;
        await turn();
      }
      assert.equal(status, 429);
      assert.equal((await slow).status, 200);
      // The client may read the end before the server has closed the connection.
      for (let tries = 0; status === 429 && tries < 100; tries++) status = (await server.get('/get')).status;
      assert.equal(status, 200);
    }
  });
});
