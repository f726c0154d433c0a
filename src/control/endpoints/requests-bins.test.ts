import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

describe('GET /_sparring/requests/bins', () => {
  it('counts the entries of each bin', async (t) => {
    const server = await serve(t);
    for (const path of ['/get', '/bin/one/get', '/bin/two/get', '/bin/one/headers']) await server.get(path);
    assert.deepEqual((await server.get('/_sparring/requests/bins')).json(), {
      bins: [
        { name: 'one', entries: 2 },
        { name: 'two', entries: 1 },
      ],
    });
  });
});
