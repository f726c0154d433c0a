import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSparring, sparring, sparringTls } from 'sparring/node-test';
import { defineTests, seesItsOwnRequest } from './fixture-tests.mjs';
import { withFixture } from './with-fixture.mjs';

const seeded = createSparring({
  seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] },
  now: '2026-01-01T00:00:00Z',
});
const parallel = withFixture(createSparring({ isolation: 'bin' }));

defineTests({
  test: withFixture(sparring),
  testTls: withFixture(sparringTls),
  seeded: withFixture(seeded),
});

test('records the head of each response', async (t) => {
  const server = await sparring(t);
  await fetch(`${server.url}/response-headers?X-One=1&X-One=2`);
  await fetch(`${server.url}/status/418`);
  const { response } = await server.journal.next({ status: 418 });
  assert.equal(response.status, 418);
  const [{ response: first }] = server.journal.all();
  const names = first.headerLines.filter(([name]) => name.toLowerCase() === 'x-one');
  assert.deepEqual(
    names.map(([, value]) => value),
    ['1', '2'],
  );
});

test('has a clock, and users that a test adds', async (t) => {
  const server = await seeded(t);
  server.clock.advance('1h');
  await server.seed({ users: [{ login: 'hubot', password: 'battery-staple-2' }] });
});

test('has the state of the start in each test', async (t) => {
  const server = await seeded(t);
  assert.equal((await fetch(`${server.url}/api/v3/users/hubot`)).status, 404);
});

describe('concurrent tests with bins', { concurrency: true }, () => {
  for (const name of ['Mona', 'Hubot'])
    parallel(`creates ${name}`, (fixtures) => seesItsOwnRequest(fixtures, name));
});
