import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { type SparringServer, start } from './index.ts';

/** The warnings that an action causes. */
async function warningsOf(action: () => unknown): Promise<string[]> {
  const warnings: string[] = [];
  const listen = (warning: Error & { readonly code?: string }) => {
    if (warning.name !== 'SparringWarning') return;
    // By which `--disable-warning` omits it.
    assert.equal(warning.code, 'SPARRING_HIDDEN_RULE');
    warnings.push(warning.message);
  };
  process.on('warning', listen);
  action();
  const last = once(process, 'warning');
  process.emitWarning('The last one.', 'LastWarning');
  await last;
  process.off('warning', listen);
  return warnings;
}

/** Adds rules at one place. */
const respond = (server: Pick<SparringServer, 'respond'>, path: string) => server.respond(path, {});

it('a rule that hides another one is named once for each place', async () => {
  await using server = await start();
  const [hidden, ...others] = await warningsOf(() => {
    server.respond('GET /v1/users/1', {});
    for (let count = 0; count < 2; count++) respond(server, '/v1/{rest*}');
  });
  assert.match(
    hidden ?? '',
    /^The rule 2 \(hidden-rules\.test\.ts:\d+\) hides the rule 1 \(hidden-rules\.test\.ts:\d+\): it takes all requests/,
  );
  assert.deepEqual(others, []);
  const [endpoint] = await warningsOf(() => server.bin('t1').respond('GET /get', {}));
  assert.match(
    endpoint ?? '',
    /^The rule \d+ \(hidden-rules\.test\.ts:\d+\) responds in place of the endpoint \/get\.$/,
  );
  // The pages of accounts are not in bins.
  assert.deepEqual(await warningsOf(() => server.bin('t1').respond('/login', {})), []);
  assert.equal(
    (await warningsOf(() => server.rules.add([{ match: { path: '/{a}/b' }, pass: true }]))).length,
    0,
  );
});

it('a rule in place of one with the same match, or with a count, is no warning', async () => {
  await using server = await start();
  const warnings = await warningsOf(() => {
    server.respond('GET /v1/a', { status: 200 });
    server.respond('GET /v1/a', { status: 500 });
    server.respond('/v1/{a}', { status: 503 }, { count: 1 });
    server.respond('/v2/a', {});
  });
  assert.deepEqual(warnings, []);
});
