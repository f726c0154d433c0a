import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { describe, test } from 'node:test';
import { createSparring, sparring, sparringTls } from 'sparring/node-test';
import { createUser } from './client.mjs';

const seeded = createSparring({
  seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] },
  now: '2026-01-01T00:00:00Z',
});
const parallel = createSparring({ isolation: 'bin' });
const ports = new Set();

test('creates a user', async (t) => {
  const server = await sparring(t);
  ports.add(server.port);
  assert.equal(await createUser(`${server.url}/anything`, { name: 'Mona' }), 200);
  const { request } = await server.journal.next({ method: 'POST' });
  assert.deepEqual(request.json(), { name: 'Mona' });
});

test('uses the same server, without the requests of the last test', async (t) => {
  const server = await sparring(t);
  ports.add(server.port);
  assert.equal(ports.size, 1);
  assert.equal(server.journal.count(), 0);
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

test('serves TLS', async (t) => {
  const server = await sparringTls(t);
  const ca = await readFile(server.caPath);
  const status = await new Promise((resolve, reject) => {
    request(`${server.url}/get`, { ca }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  assert.equal(status, 200);
});

test('has the users of the seed, and a clock', async (t) => {
  const server = await seeded(t);
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  assert.equal((await fetch(`${server.url}/api/v3/user`, { headers })).status, 200);
  server.clock.advance('1h');
  await server.seed({ users: [{ login: 'hubot', password: 'battery-staple-2' }] });
});

test('has the state of the start in each test', async (t) => {
  const server = await seeded(t);
  assert.equal((await fetch(`${server.url}/api/v3/users/hubot`)).status, 404);
});

describe('concurrent tests with bins', { concurrency: true }, () => {
  for (const name of ['Mona', 'Hubot']) {
    test(`creates ${name}`, async (t) => {
      const server = await parallel(t);
      await createUser(`${server.url}/anything`, { name });
      assert.equal(server.journal.count(), 1);
      assert.equal(server.journal.last().request.json().name, name);
    });
  }
});
