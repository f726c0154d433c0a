import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { peerRoutes } from '../../tools/peer-routes.ts';
import { exampleServer } from '../support/example-server.ts';

const root = path.join(import.meta.dirname, '../..');

describe('the table of peers', async () => {
  const { services } = await exampleServer();
  const rows = [...peerRoutes.values()].flat();
  const served = new Set(services.flatMap(({ endpoints }) => endpoints.map((endpoint) => endpoint.path)));

  it('names no endpoint that is not served', () => {
    const strays = rows.filter(({ ours }) => ours !== undefined && !served.has(ours));
    assert.deepEqual(strays, []);
  });

  it('names every endpoint of the testing service, once', () => {
    const testing = services.find(({ name }) => name === 'testing');
    const paths = new Set(testing?.endpoints.map((endpoint) => endpoint.path));
    const named = rows.flatMap(({ ours }) => (ours !== undefined && paths.has(ours) ? [ours] : []));
    assert.deepEqual(named.sort(), [...paths].sort());
  });

  it('names for each of them a test that asks for it', () => {
    for (const { ours, test } of rows) {
      if (ours === undefined) {
        assert.equal(test, undefined);
        continue;
      }
      const file = path.join(root, 'src', String(test));
      assert.ok(existsSync(file), `${ours}: there is no ${file}`);
      assert.ok(asked(ours).test(readFileSync(file, 'utf8')), `${test} does not ask for ${ours}`);
    }
  });

  it('says not here of what has no endpoint, and of nothing else', () => {
    for (const { route, ours, verdicts } of rows) {
      assert.ok(verdicts.length > 0, route);
      for (const [verdict] of verdicts) assert.equal(verdict === 'not here', ours === undefined, route);
    }
  });

  it('names each peer once a row, and none where nobody has the route', () => {
    for (const { route, verdicts } of rows) {
      const named = verdicts.flatMap(([, of]) => of);
      assert.equal(new Set(named).size, named.length, route);
      for (const [verdict, of] of verdicts) assert.equal(of.length === 0, verdict === 'new', route);
    }
  });

  it('gives its reasons in sentences', () => {
    for (const { route, verdicts } of rows)
      for (const [, , why] of verdicts) assert.match(why, /^[A-Z`].*\.$/, route);
  });
});

/** The path as it stands in a string of a test, or in a request line: up to its first parameter, or whole. */
function asked(template: string): RegExp {
  const [fixed = '', ...rest] = template.split('{');
  const escaped = fixed.replace(/[.]/g, '\\.');
  return new RegExp(`['"\` ]${escaped}${rest.length > 0 ? '' : '(?![\\w/-])'}`);
}
