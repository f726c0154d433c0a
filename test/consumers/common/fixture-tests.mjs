import assert from 'node:assert/strict';
import { createUser, getOverTls } from './client.mjs';

// Each argument that declares a test takes its name, and a function of { sparring }.

/** `testTls` has a server with TLS, and `seeded` one with the user mona. */
export function defineTests({ test, testTls, seeded }) {
  const ports = new Set();

  test('creates a user', async ({ sparring }) => {
    ports.add(sparring.port);
    assert.equal(await createUser(`${sparring.url}/anything`, { name: 'Mona' }), 200);
    const { request } = await sparring.journal.next({ method: 'POST' });
    assert.deepEqual(request.json(), { name: 'Mona' });
  });

  test('uses the same server, without the requests of the last test', async ({ sparring }) => {
    ports.add(sparring.port);
    assert.equal(ports.size, 1);
    assert.equal(sparring.journal.count(), 0);
  });

  testTls('serves TLS', async ({ sparring }) => {
    assert.equal(await getOverTls(sparring), 200);
  });

  seeded('has the users of the seed', async ({ sparring }) => {
    const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
    assert.equal((await fetch(`${sparring.url}/api/v3/user`, { headers })).status, 200);
    assert.equal(ports.has(sparring.port), false);
    assert.equal('close' in sparring, false);
  });
}

/** `received` is the `expect` of the fixture. */
export function defineMatcherTests({ test, received }) {
  test('has matchers for requests', async ({ sparring }) => {
    await createUser(`${sparring.url}/anything`, { name: 'Mona' });
    const post = { method: 'POST', path: '/anything/users', body: { json: { name: 'Mona' } } };
    received(sparring).toHaveReceived();
    received(sparring.journal).toHaveReceived(post);
    received(sparring).not.toHaveReceived({ method: 'PUT' });
    received(sparring).toHaveReceivedTimes(post, 1);
    received(sparring).not.toHaveReceivedTimes(post, 2);
    const failures = [
      [() => received(sparring).toHaveReceived({ ...post, method: 'PUT' }), /method: expected PUT, got POST/],
      [() => received(sparring).not.toHaveReceived(post), /1 came instead of 0/],
      [() => received(sparring).toHaveReceivedTimes(post, { min: 2 }), /1 came instead of at least 2/],
      [() => received(sparring).not.toHaveReceivedTimes(post, 1), /another number .* than 1/],
      [() => received({}).toHaveReceived(), /toHaveReceived compares the requests/],
      [() => received(sparring).toHaveReceived({ methd: 'PUT' }), /methd/],
    ];
    for (const [compare, message] of failures) assert.throws(compare, message);
  });
}

/** `expect` is that of the runner, and `received` that of the fixture. */
export function defineExpressionTests({ test, expect, received }) {
  test('has matchers of the runner, expressions and functions in matches, and handlers', async ({
    sparring,
  }) => {
    const body = { json: { name: expect.any(String), tags: expect.arrayContaining(['a']) } };
    sparring.respond({ path: /^\/v1/, body }, ({ path }) => ({ status: 201, json: { path } }));
    const send = (value) =>
      fetch(`${sparring.url}/v1/users`, { method: 'POST', body: JSON.stringify(value) });
    expect(await (await send({ name: 'Mona', tags: ['b', 'a'] })).json()).toEqual({ path: '/v1/users' });
    expect((await send({ name: 1, tags: [] })).status).toBe(404);
    received(sparring).toHaveReceivedTimes({ body: { json: expect.objectContaining({ name: 'Mona' }) } }, 1);
    received(sparring).toHaveReceived((request) => request.path.endsWith('users'));
  });
}

/** `useFakeTimers` replaces timers and Date, until `useRealTimers`. */
export function defineTimerTests({ test, useFakeTimers, useRealTimers }) {
  test('waits and delays take real time with fake timers', async ({ sparring }) => {
    useFakeTimers();
    try {
      await assert.rejects(sparring.journal.next({ path: '/nope' }, { within: '20ms' }), /Waited 20 ms/);
      const response = await fetch(`${sparring.url}/delay/0.02`);
      assert.ok(new Date(response.headers.get('date')).getTime() > 0);
      assert.ok(new Date(sparring.journal.last().startedAt).getTime() > 0);
    } finally {
      useRealTimers();
    }
  });
}

/** `parallel` has a bin for each test. */
export function defineBinTests({ parallel }) {
  const used = {};

  parallel('adds rules for its own requests', async ({ sparring }) => {
    sparring.rules.add({ match: { path: '/get' }, error: { status: 503 }, count: 0 });
    assert.equal(sparring.rules.list().length, 1);
    assert.equal((await fetch(`${sparring.url}/get`)).status, 503);
    used.wait = sparring.journal.next({ path: '/nope' }, { within: '1m' }).catch(({ message }) => message);
  });

  parallel('sees neither the rules of an earlier test nor its waits', async ({ sparring }) => {
    assert.equal(sparring.rules.list().length, 0);
    assert.equal((await fetch(`${sparring.url}/get`)).status, 200);
    assert.match(await used.wait, /aborted: The test has ended/);
  });
}

/** The body of two concurrent tests with bins, for users with different names. */
export async function seesItsOwnRequest({ sparring }, name) {
  await createUser(`${sparring.url}/anything`, { name });
  assert.equal(sparring.journal.count(), 1);
  assert.equal(sparring.journal.last().request.json().name, name);
}
