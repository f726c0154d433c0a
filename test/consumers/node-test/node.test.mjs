import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { createSparring, sparring } from 'sparring/node-test';

const parallel = createSparring({ isolation: 'bin' });

test('waits and delays take real time with fake timers', async (t) => {
  const server = await sparring(t);
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const wait = server.journal.next({ path: '/nope' }, { within: '20ms' });
  await assert.rejects(wait, /Waited 20 ms/);
  const response = await fetch(`${server.url}/delay/0.02`);
  assert.ok(new Date(response.headers.get('date')).getTime() > 0);
  assert.ok(new Date(server.journal.last().startedAt).getTime() > 0);
});

describe('a server of a hook', () => {
  beforeEach(async (t) => {
    await fetch(`${(await sparring(t)).url}/get`);
  });

  for (const name of ['first', 'second'])
    test(`is that of the ${name} test, too`, async (t) => {
      assert.equal((await sparring(t)).journal.count({ path: '/get' }), 1);
    });
});

describe('a hook before all tests', () => {
  let message = '';
  before(async (t) => {
    const error = await Promise.resolve()
      .then(() => sparring(t))
      .catch((reason) => reason);
    ({ message } = error);
  });

  test('has no server, and is told where the rules of all tests belong', () => {
    assert.match(message, /^A server belongs to a test: .* the option rules of createSparring\.$/);
    assert.throws(() => sparring(), /A server belongs to a test/);
  });
});

describe('a test with a bin', () => {
  const used = {};

  test('adds rules for its own requests', async (t) => {
    const server = await parallel(t);
    server.rules.add({ match: { path: '/get' }, error: { status: 503 }, count: 0 });
    assert.equal((await fetch(`${server.url}/get`)).status, 503);
    used.wait = server.journal.next({ path: '/nope' }, { within: '1m' }).catch(({ message }) => message);
  });

  test('sees neither the rules of an earlier test nor its waits', async (t) => {
    const server = await parallel(t);
    assert.equal((await fetch(`${server.url}/get`)).status, 200);
    assert.match(await used.wait, /aborted: The test has ended/);
  });
});
