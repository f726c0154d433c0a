import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { builderLink } from './builder-link.ts';

describe('the link to the builder', () => {
  it('has the steps of a sequence, which the same URL repeats', async (t) => {
    const server = await serve(t);
    const path =
      '/sequence/k/after=gone/by=header:X-A/status=503/times=2/then/body=a%2Fb/open=1.5/then/json={"a":1}/end';
    await server.get(path);
    const link = builderLink(server.url, 'sequence', Object((await server.get('/sequence/k')).json())) ?? '';
    assert.match(
      link,
      /^http:\/\/127\.0\.0\.1:\d+\/compose\/builder#\/sequence\/k\/after=gone\/by=header%3AX-A\/status=503\/times=2\/then\//,
    );
    // The server rejects other steps at the same key.
    assert.equal((await server.get(link.slice(link.indexOf('#') + 1))).status, 503);
  });

  it('has the latest target of a rate limit', async (t) => {
    const server = await serve(t);
    await server.get('/bin/b1/limit/k/policy=a;q=2;w=5/end/users');
    const view = Object((await server.get('/limit/k')).json());
    assert.equal(
      builderLink('http://127.0.0.1:1', 'limit', view),
      'http://127.0.0.1:1/compose/builder#/limit/k/policy=a;q=2;w=5/end/users',
    );
    assert.equal(builderLink('', 'limit', { ...view, attempts: [] }), undefined);
  });
});
