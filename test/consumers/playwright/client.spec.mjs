import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createTest, expect, test } from 'sparring/playwright';
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

// As pages, whose browser is not installed here.
test('accepts the authority of the server', async ({ request, sparringTls }) => {
  expect((await request.get(`${sparringTls.url}/html`)).status()).toBe(200);
  expect(sparringTls).toHaveReceivedTimes({ path: '/html' }, 1);
});

test('has matchers for requests', async ({ sparring }) => {
  await createUser(`${sparring.url}/anything`, { name: 'Mona' });
  const post = { method: 'POST', path: '/anything/users', body: { json: { name: 'Mona' } } };
  expect(sparring).toHaveReceived();
  expect(sparring.journal).toHaveReceived(post);
  expect(sparring).not.toHaveReceived({ method: 'PUT' });
  expect(sparring).toHaveReceivedTimes(post, 1);
  expect(sparring).not.toHaveReceivedTimes(post, 2);
  expect(() => expect(sparring).toHaveReceived({ ...post, method: 'PUT' })).toThrow(
    /method: expected PUT, got POST/,
  );
  expect(() => expect(sparring).not.toHaveReceived(post)).toThrow(/1 came instead of 0/);
  expect(() => expect(sparring).toHaveReceivedTimes(post, { min: 2 })).toThrow(
    /1 came instead of at least 2/,
  );
  expect(() => expect(sparring).not.toHaveReceivedTimes(post, 1)).toThrow(/another number .* than 1/);
  expect(() => expect({}).toHaveReceived()).toThrow(/toHaveReceived compares the requests/);
  expect(() => expect(sparring).toHaveReceived({ methd: 'PUT' })).toThrow(/methd/);
});

test.describe('a hook before all tests', () => {
  let message = '';
  test.beforeAll(async ({ sparring }) => {
    expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
    try {
      sparring.respond('GET /v1', {});
    } catch (error) {
      ({ message } = error);
    }
  });

  test('adds no rule', () => {
    expect(message).toBe(
      'The rules of beforeAll end before the first test; rules for each test are the option rules of createTest.',
    );
  });
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

seeded('has the users of the seed', async ({ sparring, request }) => {
  const headers = { Authorization: `Basic ${btoa('mona:correct-horse-1')}` };
  expect((await request.get(`${sparring.url}/api/v3/user`, { headers })).status()).toBe(200);
});

parallel('has a bin', async ({ sparring }) => {
  sparring.rules.add({ match: { path: '/get' }, error: { status: 503 }, count: 0 });
  expect((await fetch(`${sparring.url}/get`)).status).toBe(503);
});

parallel('does not see the rules of another test', async ({ sparring }) => {
  expect((await fetch(`${sparring.url}/get`)).status).toBe(200);
});
