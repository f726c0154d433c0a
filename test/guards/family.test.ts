import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findEndpoint, toFullPath } from '../../tools/family-page.ts';
import { familyRows } from '../../tools/family-rows.ts';
import { exampleServer } from '../support/example-server.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the table of the authorization family', async () => {
  const { services } = await exampleServer();
  const service = services.find(({ name }) => name === 'authorizations');
  assert.ok(service);
  const rows = [...familyRows.values()].flat();

  it('has every endpoint of the service, once, and no other', () => {
    const named = rows.filter(({ missing }) => missing === undefined);
    const served = service.endpoints.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path}`),
    );
    assert.deepEqual(
      named.map(({ method, path }) => `${method} ${toFullPath(service.prefix, path)}`).sort(),
      served.sort(),
    );
  });

  it('names for each of them a test, by the very sentence that stands in its file', () => {
    for (const { method, path: endpoint, tests } of rows) {
      assert.ok(tests.length > 0, `${method} ${endpoint}`);
      for (const [file, sentence] of tests) {
        const source = readFileSync(path.join(root, 'src/authorizations', file), 'utf8');
        assert.ok(source.includes(sentence), `${file} has no test "${sentence}"`);
      }
    }
  });

  it('says why of what is not there', () => {
    for (const row of rows) assert.equal(findEndpoint(service, row) === undefined, row.missing !== undefined);
  });
});
