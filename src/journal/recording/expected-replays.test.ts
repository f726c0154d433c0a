import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalState } from '#shared/local-state.ts';
import { ExpectedReplays } from './expected-replays.ts';

const REMOTE = '127.0.0.1:40000';

test('the first request from an address is the repetition, until its end, and again when the address is expected again', async () => {
  const replays = new ExpectedReplays(createLocalState());
  const take = (remote: string) => replays.take({ remote });
  for (const id of [7, 8]) {
    const end = await replays.expect(REMOTE, id, () => assert.fail('the target is recorded'));
    assert.deepEqual([take('127.0.0.1:40001'), take(REMOTE), take(REMOTE)], [null, id, null]);
    end();
    await new Promise(setImmediate);
    assert.equal(take(REMOTE), null);
  }
  for (const name of ['__proto__', 'constructor']) assert.equal(take(name), null);
});

test('a repetition of a request to a target that is not recorded is refused once, and reported', async () => {
  const replays = new ExpectedReplays(createLocalState());
  let reports = 0;
  await replays.expect(REMOTE, 7, () => reports++);
  assert.equal(replays.refuse({ remote: '127.0.0.1:40001' }), false);
  assert.deepEqual([replays.refuse({ remote: REMOTE }), replays.refuse({ remote: REMOTE })], [true, false]);
  await new Promise(setImmediate);
  assert.equal(reports, 1);
});
