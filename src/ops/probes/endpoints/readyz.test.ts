import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { createProbesService } from '../../probes-service.ts';

test('/readyz returns 503 without a database, and tells nothing about the cause; /healthz returns 200', async (t) => {
  const server = await serve(t);
  await server.store.close();
  const answer = await server.get('/readyz');
  assert.deepEqual([answer.status, answer.text()], [503, 'unavailable\n']);
  assert.deepEqual([answer.field('Retry-After'), answer.field('Cache-Control')], ['2', 'no-store']);
  assert.equal((await server.get('/healthz')).status, 200);
});

test('/readyz checks the database once for all requests at the same time', async () => {
  const checks: PromiseWithResolvers<void>[] = [];
  const { context } = createProbesService('1', () => {
    const check = Promise.withResolvers<void>();
    checks.push(check);
    return check.promise;
  });
  assert.ok(isProbes(context));
  const both = [context.checkDatabase(), context.checkDatabase()];
  assert.equal(checks.length, 1);
  checks[0]?.reject(new Error('gone'));
  for (const each of both) await assert.rejects(each, /gone/);
  const next = context.checkDatabase();
  assert.equal(checks.length, 2);
  checks[1]?.resolve();
  await next;
});

function isProbes(context: unknown): context is { checkDatabase(): Promise<void> } {
  return typeof context === 'object' && context !== null && 'checkDatabase' in context;
}
