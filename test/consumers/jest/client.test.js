const { readFile } = require('node:fs/promises');
const { request } = require('node:https');
const { createTest, expect: received, test, testTls } = require('sparring/jest');
const { createUser } = require('./client.js');

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

test('uses the same server, without the requests of the last test', ({ sparring }) => {
  ports.add(sparring.port);
  expect(ports.size).toBe(1);
  expect(sparring.journal.count()).toBe(0);
});

testTls('serves TLS', async ({ sparring }) => {
  const ca = await readFile(sparring.caPath);
  const status = await new Promise((resolve, reject) => {
    request(`${sparring.url}/get`, { ca }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

seeded('has the users of the seed', async ({ sparring }) => {
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  expect((await fetch(`${sparring.url}/api/v3/user`, { headers })).status).toBe(200);
});

test.each([
  [200, 'a'],
  [404, 'b'],
])('gets %d', async ({ sparring }, status, path) => {
  expect((await fetch(`${sparring.url}/status/${status}?${path}`)).status).toBe(status);
  expect(sparring.journal.count()).toBe(1);
});

test.each`
  status
  ${201}
`('gets $status of a row', async ({ sparring }, { status }) => {
  expect((await fetch(`${sparring.url}/status/${status}`)).status).toBe(status);
});

test.failing('fails as expected', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(404);
});

test.todo('is to be written');
test.skip.each([1])('is skipped', () => {});

expect(() => test.concurrent('is rejected', async () => {})).toThrow(
  "Concurrent tests need createTest({ isolation: 'bin' }).",
);

describe('with fake timers', () => {
  afterEach(() => jest.useRealTimers());
  test('waits and delays take real time', async ({ sparring }) => {
    jest.useFakeTimers({ now: 0 });
    await expect(sparring.journal.next({ path: '/nope' }, { within: '20ms' })).rejects.toThrow(
      'Waited 20 ms',
    );
    const response = await fetch(`${sparring.url}/delay/0.02`);
    expect(new Date(response.headers.get('date')).getTime()).toBeGreaterThan(0);
    expect(new Date(sparring.journal.last().startedAt).getTime()).toBeGreaterThan(0);
  });
});

describe('a test with a bin', () => {
  const used = {};

  parallel('adds rules for its own requests', async ({ sparring }) => {
    sparring.rules.add({ match: { path: '/get' }, error: { status: 503 }, count: 0 });
    expect((await fetch(`${sparring.url}/get`)).status).toBe(503);
    used.wait = sparring.journal.next({ path: '/nope' }, { within: '1m' }).catch(({ message }) => message);
  });

  parallel('sees neither the rules of an earlier test nor its waits', async ({ sparring }) => {
    expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
    expect(await used.wait).toMatch('aborted: The test has ended');
  });

  parallel.concurrent.each(['Mona', 'Hubot'])('creates %s', async ({ sparring }, name) => {
    await createUser(`${sparring.url}/anything`, { name });
    expect(sparring.journal.count()).toBe(1);
    expect(sparring.journal.last().request.json().name).toBe(name);
  });
});
