import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createTest, expect as received, test } from 'sparring/vitest';
import * as v from 'valibot';
import { afterEach, describe, expect, vi } from 'vitest';
import { z } from 'zod';
import { createUser } from './client.mjs';

const seeded = createTest({ seed: { users: [{ login: 'mona', password: 'correct-horse-1' }] } });
const parallel = createTest({ isolation: 'bin' });
const ports = new Set();

test('creates a user', async ({ sparring }) => {
  ports.add(sparring.port);
  expect(await createUser(`${sparring.url}/anything`, { name: 'Mona' })).toBe(200);
  const { request } = await sparring.journal.next({ method: 'POST' });
  expect(request.json()).toEqual({ name: 'Mona' });
});

test('has matchers for requests', async ({ sparring }) => {
  await createUser(`${sparring.url}/anything`, { name: 'Mona' });
  const post = { method: 'POST', path: '/anything/users', body: { json: { name: 'Mona' } } };
  received(sparring).toHaveReceived();
  received(sparring.journal).toHaveReceived(post);
  received(sparring).not.toHaveReceived({ method: 'PUT' });
  received(sparring).toHaveReceivedTimes(post, 1);
  received(sparring).not.toHaveReceivedTimes(post, 2);
  expect(() => received(sparring).toHaveReceived({ ...post, method: 'PUT' })).toThrow(
    /method: expected PUT, got POST/,
  );
  expect(() => received(sparring).not.toHaveReceived(post)).toThrow(/1 came instead of 0/);
  expect(() => received(sparring).toHaveReceivedTimes(post, { min: 2 })).toThrow(
    /1 came instead of at least 2/,
  );
  expect(() => received(sparring).not.toHaveReceivedTimes(post, 1)).toThrow(/another number .* than 1/);
  expect(() => received({}).toHaveReceived()).toThrow(/toHaveReceived compares the requests/);
  expect(() => received(sparring).toHaveReceived({ methd: 'PUT' })).toThrow(/methd/);
});

test('has matchers of the runner, expressions and functions in matches, and handlers', async ({
  sparring,
}) => {
  const body = { json: { name: expect.any(String), tags: expect.arrayContaining(['a']) } };
  sparring.respond({ path: /^\/v1/, body }, ({ path }) => ({ status: 201, json: { path } }));
  const send = (value) => fetch(`${sparring.url}/v1/users`, { method: 'POST', body: JSON.stringify(value) });
  expect(await (await send({ name: 'Mona', tags: ['b', 'a'] })).json()).toEqual({ path: '/v1/users' });
  expect((await send({ name: 1, tags: [] })).status).toBe(404);
  received(sparring).toHaveReceivedTimes({ body: { json: expect.objectContaining({ name: 'Mona' }) } }, 1);
  received(sparring).toHaveReceived((request) => request.path.endsWith('users'));
});

test('has bodies that schemas check', async ({ sparring }) => {
  await fetch(`${sparring.url}/post`, { method: 'POST', body: JSON.stringify({ id: 5, name: 'Mona' }) });
  const { request } = await sparring.journal.next({ method: 'POST' });
  expect(request.json(z.object({ id: z.number(), name: z.string() }))).toEqual({ id: 5, name: 'Mona' });
  expect(request.json(v.object({ id: v.pipe(v.number(), v.transform(String)) }))).toEqual({ id: '5' });
  expect(() => request.json(z.object({ id: z.string(), name: z.number() }))).toThrow(
    /^The body does not match the schema:\n {2}\/id: .*\n {2}\/name: /,
  );
  expect(() => request.json(v.object({ id: v.string() }))).toThrow(/\n {2}\/id: .*string/);
});

test('uses the same server, without the requests of the last test', ({ sparring }) => {
  ports.add(sparring.port);
  expect(ports.size).toBe(1);
  expect(sparring.journal.count()).toBe(0);
});

test('serves TLS', async ({ sparringTls }) => {
  const ca = await readFile(sparringTls.caPath);
  const status = await new Promise((resolve, reject) => {
    request(`${sparringTls.url}/get`, { ca }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

seeded('has the users of the seed', async ({ sparring }) => {
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  expect((await fetch(`${sparring.url}/api/v3/user`, { headers })).status).toBe(200);
  expect(ports.has(sparring.port)).toBe(false);
  expect('close' in sparring).toBe(false);
});

describe('with fake timers', () => {
  afterEach(() => vi.useRealTimers());
  test('waits and delays take real time', async ({ sparring }) => {
    // The fetch of Node uses a connection again after setImmediate.
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await expect(sparring.journal.next({ path: '/nope' }, { within: '20ms' })).rejects.toThrow(
      'Waited 20 ms',
    );
    const response = await fetch(`${sparring.url}/delay/0.02`);
    expect(new Date(response.headers.get('date')).getTime()).toBeGreaterThan(0);
    expect(new Date(sparring.journal.last().startedAt).getTime()).toBeGreaterThan(0);
  });
});

test('repeats a test', { retry: 1 }, async ({ sparring, task }) => {
  await fetch(`${sparring.url}/get`);
  expect(sparring.journal.count()).toBe(1);
  expect(task.result.retryCount).toBe(1);
});

describe('concurrent tests with bins', () => {
  for (const name of ['Mona', 'Hubot']) {
    parallel.concurrent(`creates ${name}`, async ({ sparring }) => {
      await createUser(`${sparring.url}/anything`, { name });
      expect(sparring.journal.count()).toBe(1);
      expect(sparring.journal.last().request.json().name).toBe(name);
    });
  }
});

describe('a test with a bin', () => {
  const used = {};

  parallel('adds rules for its own requests', async ({ sparring }) => {
    sparring.rules.add({ match: { path: '/get' }, error: { status: 503 }, count: 0 });
    expect(sparring.rules.list()).toHaveLength(1);
    expect((await fetch(`${sparring.url}/get`)).status).toBe(503);
    used.wait = sparring.journal.next({ path: '/nope' }, { within: '1m' }).catch(({ message }) => message);
  });

  parallel('sees neither the rules of an earlier test nor its waits', async ({ sparring }) => {
    expect(sparring.rules.list()).toEqual([]);
    expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
    expect(await used.wait).toMatch('aborted: The test has ended');
  });

  parallel('cannot change the state of the other tests', async ({ sparring }) => {
    expect(() => sparring.clock.freeze()).toThrow(
      'clock.freeze() affects the tests that run at the same time',
    );
    await expect(sparring.reset()).rejects.toThrow('reset() affects the tests that run at the same time');
  });
});
