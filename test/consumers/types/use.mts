import test from 'node:test';
import * as jest from 'sparring/jest';
import {
  createSparring,
  type FixtureOptions,
  type SparringFixture,
  type TestServer,
} from 'sparring/node-test';
import * as playwright from 'sparring/playwright';
import * as vitest from 'sparring/vitest';
import setup, { createGlobalSetup } from 'sparring/vitest/global-setup';
import * as v from 'valibot';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';

const options: FixtureOptions = {
  seed: { users: [{ login: 'mona', password: 'x' }] },
  tls: true,
  isolation: 'bin',
};
const sparring: SparringFixture = createSparring(options);
// @ts-expect-error a misspelt option
createSparring({ isolaton: 'bin' });
// @ts-expect-error a misspelt member of the seed
vitest.createTest({ seed: { user: [] } });

test('uses the server', async (t) => {
  const server: TestServer = await sparring(t);
  server.clock.freeze();
  server.journal.count();
  // @ts-expect-error the fixture closes the server
  server.close();
});
vitest.test('uses the server', ({ sparring, sparringTls, expect }) => {
  expect(sparring.url).not.toBe(sparringTls.url);
});
jest.test('uses the server', ({ sparring }) => sparring.url);
jest.test.each([
  [1, 'a'],
  [2, 'b'],
])('uses row %d', ({ sparring }, number, text) => [sparring.url, number.toFixed(), text.trim()]);
jest.test.only.each([1, 2])('uses value %d', (_, number) => number.toFixed());
jest.test.skip.each`value`('uses $value', (_, { value }) => value);
jest.test.failing('fails', ({ sparring }) => sparring.url);
jest.test.todo('uses more');
jest.createTest({ isolation: 'bin' }).concurrent.only('uses a bin', ({ sparring }) => sparring.url);
// @ts-expect-error the fixtures come first
jest.test.each([1])('uses a value', (number: number) => number);
playwright.test('uses the server', async ({ sparring, sparringTls, page }) => {
  await page.goto(sparring.url);
  await page.goto(sparringTls.url);
});

vitest.test('has matchers', ({ sparring }) => {
  vitest.expect(sparring).toHaveReceived({ method: 'POST' });
  vitest.expect(sparring.bin('t1')).not.toHaveReceivedTimes({ method: 'POST' }, { min: 1 });
  vitest.expect(sparring.url).toContain('http');
  // @ts-expect-error a misspelt member
  vitest.expect(sparring.journal).toHaveReceived({ methd: 'POST' });
});
playwright.test('has matchers', async ({ sparring, page }) => {
  playwright.expect(sparring).toHaveReceivedTimes({ method: 'POST' }, 1);
  await playwright.expect(page).toHaveURL(sparring.url);
  // @ts-expect-error a matcher for servers, bins and journals
  playwright.expect(sparring.url).toHaveReceived();
});
jest.test('has matchers', ({ sparring }) => {
  jest.expect(sparring).not.toHaveReceived();
  // @ts-expect-error not a number
  jest.expect(sparring).toHaveReceivedTimes({}, '1');
});

vitest.test('reads bodies by schemas, and paths by their text', async ({ sparring }) => {
  const { request } = await sparring.journal.next();
  const { id }: { id: number } = request.json(z.object({ id: z.number() }));
  const { name }: { name: string } = request.json(v.object({ name: v.string() }));
  // @ts-expect-error no member of the schema
  request.json(z.object({ id: z.number() })).name;
  const form: FormData = request.formData();
  const headers: Headers = request.headers;
  sparring.respond('GET /v1/{id:int}/{rest*}', (_, { params }) => ({
    json: [params.id.toFixed(), params.rest.trim(), id, name, form.get('a'), headers.get('a')],
  }));
  using stub = sparring.respond({ body: { json: { id: vitest.expect.any(Number) } } }, () => new Response());
  stub.update({ status: 201 });
});

const globalSetups: ((project: TestProject) => Promise<() => Promise<void>>)[] = [
  setup,
  createGlobalSetup({ tls: true }),
];
const { url, caPath } = inject('sparring');
// @ts-expect-error a misspelt option
createGlobalSetup({ sed: {} });
// @ts-expect-error another name
inject('sparing');
export const used: (string | number | undefined)[] = [globalSetups.length, url, caPath];
