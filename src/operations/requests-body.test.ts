import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '../../test/support/journal.ts';
import { serve } from '../../test/support/serve.ts';

describe('GET /_sparring/requests/{id}/request.body', () => {
  it('returns bytes that no browser runs', async (t) => {
    const server = await serve(t);
    const body = Buffer.from('<script>\xff\0', 'latin1');
    await server.send({ method: 'POST', path: '/anything', body });
    await entriesWhen(server, ([entry]) => entry?.kind === 'exchange' && entry.ended !== null);
    const answer = await server.get('/_sparring/requests/1/request.body');
    assert.deepEqual(answer.body, body);
    assert.equal(answer.field('Content-Type'), 'application/octet-stream');
    assert.equal(answer.field('X-Content-Type-Options'), 'nosniff');
    assert.match(answer.field('Content-Security-Policy') ?? '', /^sandbox;/);
    assert.equal((await server.get('/_sparring/requests/9/request.body')).status, 404);
  });
});

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
