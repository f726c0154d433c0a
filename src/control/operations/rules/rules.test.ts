import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

const DEFAULTS = { count: 1, priority: 0, enabled: true, probability: 1, toxicity: 1, required: false };

describe('rules of a running server', () => {
  it('are added, listed with their counts, and removed', async (t) => {
    const { control, call } = await serveControlled(t);
    const rule = {
      match: { path: '/api/v3/user' },
      error: { status: 503, message: 'Later.', retry_after: 5 },
      count: 2,
    };
    const added = await control('POST', '/rules', rule);
    assert.equal(added.status, 201);
    assert.equal(added.field('Location'), '/_sparring/rules/1');
    const view = { id: '1', ...DEFAULTS, ...rule, phase: 'request', source: 'api', applied: 0, remaining: 2 };
    assert.deepEqual(members(added), { rules: [view] });
    assert.deepEqual(members(await control('GET', '/rules/1')), view);
    const list = [
      { id: 'hubot', match: { caller: { login: 'hubot' } }, drop: true, note: 'n', required: true },
      { id: 'hubot', match: {}, bin: 'one', fault: 'reset', count: 0, ttl: 60, priority: 5 },
    ];
    assert.equal((await control('POST', '/rules', list)).status, 201);
    const response = await call('GET', '/user');
    assert.deepEqual(
      [response.status, members(response).message, response.field('Retry-After')],
      [503, 'Later.', '5'],
    );
    assert.equal(members(await control('GET', '/rules/1')).applied, 1);
    assert.deepEqual(members(await control('GET', '/rules')).rules, [
      { ...DEFAULTS, ...list[1], phase: 'response', source: 'api', applied: 0, remaining: null },
      { ...view, applied: 1, remaining: 1 },
      { ...DEFAULTS, ...list[0], phase: 'caller', source: 'api', applied: 0, remaining: 1 },
    ]);
    const ids = async (query: string) => {
      const { rules } = JSON.parse((await control('GET', `/rules${query}`)).text());
      return rules.map(({ id, bin = '' }: { id: string; bin?: string }) => `${bin}:${id}`);
    };
    assert.deepEqual(await ids('?bin='), [':1', ':hubot']);
    assert.deepEqual(await ids('?bin=one'), ['one:hubot']);
    assert.deepEqual(await ids('?phase=caller'), [':hubot']);
    assert.deepEqual(await ids('?phase=respond'), []);
    assert.deepEqual(await ids('?unused=true&bin='), [':hubot']);
    assert.deepEqual(await ids('?unused=false'), [':1']);
    assert.equal((await control('DELETE', '/rules/1')).status, 204);
    assert.equal((await call('GET', '/user')).status, 200);
    assert.equal((await control('DELETE', '/rules/1')).status, 404);
    const unknown = await control('GET', '/rules/hubto?bin=one');
    assert.equal(members(unknown).detail, 'There is no rule hubto of the bin one. The nearest id is hubot.');
    assert.equal((await control('DELETE', '/rules?bin=one')).status, 204);
    assert.deepEqual(await ids(''), [':hubot']);
    assert.equal((await control('DELETE', '/rules')).status, 204);
    assert.deepEqual(members(await control('GET', '/rules')), { rules: [] });
  });

  it('have the path without the prefix of their bin', async (t) => {
    const { control, get } = await serveControlled(t);
    const respond = { status: 299 };
    const prefixed = await control('POST', '/rules', { match: { path: '/bin/t1/login' }, respond });
    assert.equal(prefixed.status, 422);
    assert.match(
      String(members(prefixed).detail),
      /^match\.path is of the bin t1: a rule with "bin": "t1" has /,
    );
    await control('POST', '/rules', { bin: 't1', match: { path: '/login' }, respond });
    assert.equal((await get('/bin/t1/login')).status, 299);
  });

  it('are replaced in their place, and changed', async (t) => {
    const { control, get } = await serveControlled(t);
    const put = (path: string, rule: object) => control('PUT', path, rule);
    const match = { path: '/get' };
    assert.equal((await put('/rules/a', { match, error: { status: 501 }, count: 0 })).status, 200);
    await control('POST', '/rules', { match, error: { status: 502 }, count: 0 });
    assert.equal((await get('/get')).status, 502);
    await put('/rules/a', { id: 'a', match, error: { status: 503 }, count: 0 });
    assert.equal((await get('/get')).status, 502);
    const changed = members(await control('PATCH', '/rules/a', { priority: 1 }));
    assert.deepEqual([changed.priority, changed.applied], [1, 0]);
    assert.equal((await get('/get')).status, 503);
    await control('PATCH', '/rules/a', { count: 1 });
    assert.equal((await get('/get')).status, 502);
    assert.equal((await control('PATCH', '/rules/b', { count: 1 })).status, 404);
    assert.equal((await control('PATCH', '/rules/a', { drop: true })).status, 422);
    const inBin = members(await put('/rules/a?bin=one', { match, drop: true }));
    assert.deepEqual([inBin.id, inBin.bin], ['a', 'one']);
    assert.equal((await put('/rules/a?bin=one', { bin: 'two', drop: true })).status, 422);
    assert.equal((await put('/rules/a', { id: 'b', drop: true })).status, 422);
    // The server has numbered the rule that was added without an id.
    assert.equal((await put('/rules/1', { drop: true })).status, 200);
    assert.equal((await put('/rules/2', { drop: true })).status, 404);
  });

  it('that are invalid get 422 with the pointer to each problem, and none is added', async (t) => {
    const { control } = await serveControlled(t);
    const response = await control('POST', '/rules', [
      { drop: true },
      { fautl: 'reset' },
      { fault: 'rest', match: { path: '/a?b' } },
    ]);
    assert.equal(response.status, 422);
    assert.deepEqual(
      JSON.parse(response.text()).problems.map(({ pointer }: { pointer: string }) => pointer),
      ['/1/fautl', '/2/match/path', '/2/fault'],
    );
    assert.match(response.text(), /is not known \(did you mean fault\?\)/);
    for (const body of ['5', 'null', '[[]]', '{}'])
      assert.equal((await control('POST', '/rules', body)).status, 422, body);
    for (const body of ['', '{', '[{]'])
      assert.equal((await control('POST', '/rules', body)).status, 400, body);
    assert.deepEqual(members(await control('GET', '/rules')), { rules: [] });
  });

  it('have each id once', async (t) => {
    const { control } = await serveControlled(t);
    const rule = { id: 'a', drop: true };
    assert.equal((await control('POST', '/rules', rule)).status, 201);
    const response = await control('POST', '/rules', rule);
    assert.equal(response.status, 409);
    assert.match(response.text(), /A rule with the id a exists/);
  });

  it('apply to calls of the GraphQL API', async (t) => {
    const { control, send } = await serveControlled(t);
    await control('POST', '/rules', { match: { path: '/api/graphql' }, error: { status: 503 }, count: 0 });
    const fields = [['User-Agent', 'test']] as const;
    const response = await send({ method: 'POST', path: '/api/graphql', fields, body: '{}' });
    assert.equal(response.status, 503);
  });
});
