import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '../../../../test/support/journal.ts';
import { serve } from '../../../../test/support/serve.ts';

describe('GET /_sparring/requests/{id}/response.body', () => {
  it('returns the content of the response, and 404 without a response', async (t) => {
    const server = await serve(t);
    const answer = await server.get('/get');
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    assert.deepEqual((await server.get('/_sparring/requests/1/response.body')).body, answer.body);
    const pending = server.get('/delay/1');
    await entriesWhen(server, ({ length }) => length === 2);
    assert.equal((await server.get('/_sparring/requests/2/response.body')).status, 404);
    await pending;
  });
});
