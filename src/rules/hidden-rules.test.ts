import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { addRule } from '#test/support/rules.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { RuleInput } from './rule.ts';

type Match = NonNullable<RuleInput['match']>;

const at = (path: string, others: Match = {}): Match => ({ path, ...others });

/** The match of a rule, of one that is added later, and whether that hides the first. */
const CASES: readonly (readonly [earlier: Match, later: Match, isHidden: boolean])[] = [
  [at('/a/b'), at('/a/b'), true],
  [at('/a/b'), at('/a/%62'), true],
  [at('/a/b'), at('/a/{x}'), true],
  [at('/a/b'), at('/{x}/b'), true],
  [at('/a/b'), at('/a/{rest*}'), true],
  [at('/a/b'), {}, true],
  [at('/a/b'), at('/a/b/'), false],
  [at('/a/b'), at('/A/b'), false],
  [at('/a/'), at('/a/{x}'), false],
  [at('/a'), at('/a/{rest*}'), false],
  [at('/a/'), at('/a/{rest*}'), true],
  [at('/a/{x}'), at('/a/b'), false],
  [at('/a/{x}'), at('/a/{y}'), true],
  [at('/a/{x:int}'), at('/a/{y}'), true],
  [at('/a/{x}'), at('/a/{y:int}'), false],
  [at('/a/{x:int}'), at('/a/{y:int}'), true],
  [at('/a/{x:int}'), at('/a/{y:uuid}'), false],
  [at('/a/7'), at('/a/{y:int}'), true],
  [at('/a/b'), at('/a/{y:int}'), false],
  [at('/a/op-{x}-1'), at('/a/op-{x}'), true],
  [at('/a/op-{x}'), at('/a/op-{x}-1'), false],
  [at('/a/o{x:int}'), at('/a/{x:int}'), false],
  [at('/a/{rest*}'), at('/a/{rest*}'), true],
  [at('/a/{x}/{rest*}'), at('/a/{rest*}'), true],
  [at('/a/{rest*}'), at('/a/{x}/{rest*}'), false],
  [at('/a/{rest*}'), at('/a/{x}'), false],
  [at('/a/b', { headers: { 'x-a': '1' } }), at('/a/b'), true],
  [at('/a/b'), at('/a/b', { headers: { 'x-a': '1' } }), false],
  [at('/a/b'), at('/a/b', { not: { method: 'PUT' } }), false],
  [{ path: { like: '/a*' } }, at('/{rest*}'), false],
  [{ path: { like: '/a*' } }, {}, true],
  [{}, at('/{rest*}'), false],
  [at('/a/b'), { path: { like: '/*' } }, false],
  [at('/a/b', { method: 'GET' }), at('/a/b'), true],
  [at('/a/b'), at('/a/b', { method: 'GET' }), false],
  [at('/a/b', { method: 'GET' }), at('/a/b', { method: 'get' }), true],
  [at('/a/b', { method: 'HEAD' }), at('/a/b', { method: 'GET' }), true],
  [at('/a/b', { method: 'GET' }), at('/a/b', { method: 'HEAD' }), false],
  [at('/a/b', { method: ['PUT', 'POST'] }), at('/a/b', { method: { one_of: ['POST', 'PUT'] } }), true],
  [at('/a/b', { method: ['PUT', 'POST'] }), at('/a/b', { method: 'PUT' }), false],
  [at('/a/b', { method: { like: 'P*' } }), at('/a/b', { method: 'PUT' }), false],
  [at('/a/b', { method: 'PUT' }), at('/a/b', { method: { like: 'P*' } }), false],
  [at('/a/b', { method: 'OPTIONS' }), at('/a/b'), false],
  [at('/a/b', { method: 'OPTIONS' }), at('/a/b', { method: ['OPTIONS', 'GET'] }), true],
];

describe('a rule that is added', () => {
  it('names the earlier rules that can no longer act', async (t) => {
    const server = await serve(t);
    for (const [earlier, later, isHidden] of CASES) {
      addRule(server, { id: 'one', match: earlier, respond: {} });
      const { hides } = addRule(server, { match: later, respond: {} });
      assert.deepEqual(hides, isHidden ? ['one'] : undefined, JSON.stringify([earlier, later]));
      await server.rules.clear();
    }
  });

  it('hides only rules of its scope and phase, and only with each of their requests', async (t) => {
    const server = await serve(t);
    const match = at('/a');
    const earlier: readonly RuleInput[] = [
      { id: 'stub', match, respond: {} },
      { id: 'other-bin', match, respond: {}, bin: 'b' },
      { id: 'fault', match, fault: 'reset@headers', count: 0 },
      { id: 'first', match, respond: {}, priority: 1 },
      { id: 'counted', match, respond: {}, count: 1 },
      { id: 'off', match, respond: {}, enabled: false },
    ];
    for (const rule of earlier) addRule(server, rule);
    const hides = async (rule: RuleInput) => {
      const { id, hides = [] } = addRule(server, rule);
      await server.rules.remove(rule.bin ?? null, id);
      return hides;
    };
    assert.deepEqual(await hides({ match, respond: {} }), ['stub']);
    assert.deepEqual(await hides({ match, pass: true }), ['stub']);
    assert.deepEqual(await hides({ match, respond: {}, bin: 'b' }), ['other-bin']);
    assert.deepEqual(await hides({ match, dribble: '1,0', count: 0 }), ['fault']);
    assert.deepEqual(await hides({ match, respond: {}, priority: 2 }), ['first', 'counted', 'stub']);
    const partial: readonly RuleInput[] = [
      { match, respond: {}, count: 5 },
      { match, respond: {}, probability: 0.5 },
      { match, respond: {}, toxicity: 0.5 },
      { match, respond: {}, enabled: false },
      { match, respond: {}, ttl: '1m' },
      { match, delay: 0.1, count: 0 },
      { match: { ...match, bin: { like: 'b*' } }, respond: {} },
    ];
    for (const rule of partial) assert.deepEqual(await hides(rule), [], JSON.stringify(rule));
    await server.rules.change(null, 'first', { enabled: false });
    assert.deepEqual(await hides({ match, error: { status: 503 }, count: 0 }), []);
  });

  it('names the endpoint of its path, in the response of the control API too', async (t) => {
    const { control } = await serveControlled(t);
    const hides = async (rule: object) => {
      const response = await control('POST', '/rules', rule);
      return JSON.parse(response.text()).rules[0].hides;
    };
    assert.deepEqual(await hides({ match: at('/get'), respond: {} }), ['/get']);
    assert.deepEqual(await hides({ match: at('/get', { method: 'POST' }), respond: {} }), undefined);
    assert.deepEqual(await hides({ match: at('/get', { method: ['POST', 'GET'] }), respond: {} }), [
      '2',
      '/get',
    ]);
    assert.deepEqual(await hides({ match: at('/status/201'), respond: {}, bin: 't1' }), ['/status/{codes}']);
    assert.deepEqual(await hides({ match: at('/'), respond: {} }), ['/']);
    for (const path of ['/login', '/api/v3/user'])
      assert.deepEqual(await hides({ match: at(path), respond: {}, bin: 't1' }), undefined, path);
    assert.deepEqual(await hides({ id: 'own', match: at('/v1/users'), respond: {} }), undefined);
    assert.deepEqual(await hides({ match: at('/get/'), respond: {} }), undefined);
    assert.deepEqual(await hides({ match: at('/ip'), pass: true }), undefined);
    assert.deepEqual(await hides({ match: at('/ip'), fault: 'reset@headers', count: 0 }), undefined);
    assert.deepEqual(await hides({ match: at('/v1/{x}'), respond: {} }), ['own']);
    const put = members(await control('PUT', '/rules/own', { match: at('/ip'), respond: {} }));
    assert.deepEqual(put.hides, ['/ip']);
    assert.equal(members(await control('GET', '/rules/own')).hides, undefined);
  });
});
