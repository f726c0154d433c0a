import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../test/support/serve.ts';
import { endpoints } from './endpoints/index.ts';

describe('an empty parameter of the control API', () => {
  it('is rejected where it would select more than a value', async (t) => {
    const server = await serve(t);
    await server.get('/bin/t1/get');
    const calls = endpoints
      .filter(({ path }) => !path.includes('{') && path !== '/_sparring/inspector')
      .flatMap(({ path, methods, query = {} }) =>
        Object.keys(query).flatMap((name) => methods.map((method) => ({ method, path: `${path}?${name}=` }))),
      );
    assert.ok(calls.length > 40, `${calls.length} calls`);
    for (const call of calls) {
      const { status } = await server.send(call);
      assert.equal(status, 400, `${call.method} ${call.path}`);
    }
    assert.equal(server.journal?.size, 1);
  });
});
