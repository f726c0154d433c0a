import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { familyPage } from '../../tools/reference/family-page.ts';
import { endpointsNotServed } from '../../tools/reference/routes-not-served.ts';
import { exampleServer } from '../support/servers/example-server.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the page of the authorization API', async () => {
  const { services } = await exampleServer();
  const service = services.find(({ name }) => name === 'api');
  assert.ok(service);

  it('lists every endpoint once', () => {
    const page = familyPage(service);
    for (const { methods, path: endpoint } of service.endpoints)
      for (const method of methods) {
        const { length } = page.split(`\`${method} ${endpoint.replace('/api/v3', '') || '/'}\``);
        assert.equal(length, 2, `${method} ${endpoint}`);
      }
  });

  it('lists no endpoint that is served as not served, and names a test of each other one', () => {
    for (const { method, path: endpoint, reason, test } of endpointsNotServed) {
      const isServed = service.endpoints.some(
        ({ methods, path: served }) =>
          served === `${service.prefix}${endpoint}` && methods.some((each) => each === method),
      );
      assert.equal(isServed, false, endpoint);
      assert.match(reason, /^[A-Z].*\.$/, endpoint);
      const file = path.join(root, 'src/accounts/api', test);
      assert.ok(existsSync(file), `${file} does not exist`);
      assert.ok(
        readFileSync(file, 'utf8').includes(`${method} ${endpoint}`),
        `${test} does not test ${endpoint}`,
      );
    }
  });
});
