import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { addRule } from '../../test/support/rules.ts';
import { serve } from '../../test/support/serve.ts';
import { createLocalState } from '../cluster/local-state.ts';
import type { Counters, SharedState } from '../cluster/shared-state.ts';
import { createRuntime } from '../runtime.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import type { RuleInput } from './rule.ts';

async function openRules(t: TestContext) {
  const server = await serve(t, { runtime: createRuntime({ seed: 7 }) });
  const { rules } = server;
  return { server, rules, add: (rule: RuleInput) => addRule(server, rule) };
}

/** A client that sends all requests over one connection. */
function openClient(t: TestContext, port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return async (path: string): Promise<number | undefined> => {
    const [response] = await once(get({ port, path, agent }), 'response');
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  };
}

const GET = { path: '/get' };
const failure = { status: 503 };

describe('the list of fault rules', () => {
  it('keeps the counts of the other rules when one is added or removed', async (t) => {
    const { server, rules, add } = await openRules(t);
    await add({ match: GET, effect: failure, count: 3 });
    assert.equal((await server.get('/get')).status, 503);
    const second = await add({ match: { path: '/ip' }, effect: failure, count: 0, probability: 0 });
    // Without a refresh, these are the counts that this process knows.
    const seen = () => rules.list().map(({ id, applied, remaining }) => [id, applied, remaining]);
    assert.deepEqual(seen(), [
      [1, 1, 2],
      [2, 0, null],
    ]);
    assert.equal((await server.get('/get')).status, 503);
    assert.equal(await rules.remove(second?.id ?? 0), true);
    assert.equal(await rules.remove(second?.id ?? 0), false);
    assert.deepEqual(seen(), [[1, 2, 1]]);
    assert.deepEqual([(await server.get('/get')).status, (await server.get('/get')).status], [503, 200]);
    await rules.refresh();
    assert.deepEqual(seen(), [[1, 3, 0]]);
  });

  it('keeps the drawn connections of a rule when another one is added', async (t) => {
    const { server, add } = await openRules(t);
    await add({ match: GET, effect: failure, count: 0, toxicity: 0.5 });
    const clients = Array.from({ length: 12 }, () => openClient(t, server.port));
    const ask = async () => {
      const statuses: unknown[] = [];
      for (const client of clients) statuses.push(await client('/get'));
      return statuses;
    };
    const before = await ask();
    assert.deepEqual(new Set(before), new Set([200, 503]));
    await add({ match: { path: '/ip' }, effect: failure });
    assert.deepEqual(await ask(), before);
  });

  it('has 100 rules, of which an exhausted one is replaced, and no ID is used twice', async (t) => {
    const { server, rules, add } = await openRules(t);
    for (let count = 0; count < 98; count++) await add({ match: { path: '/ip' }, effect: failure });
    const single = await add({ match: GET, effect: failure });
    const always = await add({ match: { path: '/uuid' }, effect: failure, count: 0 });
    assert.deepEqual([single?.id, always?.id], [99, 100]);
    assert.equal(await add({ effect: failure }), undefined);
    assert.equal((await server.get('/get')).status, 503);
    const replacing = await add({ match: { path: '/headers' }, effect: failure });
    assert.equal(replacing?.id, 101);
    const ids = rules.list().map(({ id }) => id);
    assert.deepEqual([ids.length, ids.includes(99), ids.at(-1)], [100, false, 101]);
    assert.equal((await server.get('/headers')).status, 503);
    await rules.clear();
    assert.deepEqual(rules.list(), []);
    assert.equal((await add({ effect: failure }))?.id, 102);
  });

  it('is restored with the counts of a snapshot, as often as wanted', async (t) => {
    const { server, rules, add } = await openRules(t);
    await add({ match: GET, effect: failure, count: 3 });
    await server.get('/get');
    const snapshot = await rules.snapshot();
    assert.deepEqual(snapshot, [
      {
        id: 1,
        rule: {
          ...{ match: GET, service: 'testing', phase: 'request', prefix: '' },
          ...{ effect: failure, count: 3, probability: 1, toxicity: 1 },
        },
        applied: 1,
      },
    ]);
    const ask = async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 3; count++) statuses.push((await server.get('/get')).status);
      return statuses;
    };
    assert.deepEqual(await ask(), [503, 503, 200]);
    for (let times = 0; times < 2; times++) {
      await rules.restore(snapshot);
      const [rule] = rules.list();
      assert.deepEqual([rule?.applied, rule?.remaining], [1, 2]);
      assert.deepEqual(await ask(), [503, 503, 200], `restore ${times}`);
    }
  });
});

/** A shared state with the counters of rules that are passed. */
const withCounters = (counters: Counters) => async (): Promise<SharedState> => {
  const local = createLocalState();
  return {
    ...local,
    counters: (name, capacity) => (name === 'faults' ? counters : local.counters(name, capacity)),
  };
};

describe('the counts of a rule', () => {
  it('are those of all processes', async (t) => {
    const openShared = withCounters(createLocalState().counters('faults', 10));
    const faults = [{ match: GET, effect: failure, count: 2 }];
    const [one, other] = [await serve(t, { openShared, faults }), await serve(t, { openShared, faults })];
    const applied = () => other.rules.list().map(({ applied, remaining }) => [applied, remaining]);
    assert.equal((await one.get('/get')).status, 503);
    assert.deepEqual(applied(), [[0, 2]]);
    await other.rules.refresh();
    assert.deepEqual(applied(), [[1, 1]]);
    assert.equal((await other.get('/get')).status, 503);
    assert.deepEqual([(await one.get('/get')).status, (await other.get('/get')).status], [200, 200]);
    await other.rules.refresh();
    assert.deepEqual(applied(), [[2, 0]]);
  });

  it('are not needed for a rule without a limit, while they are not available', async (t) => {
    const counters = createLocalState().counters('faults', 10);
    const openShared = withCounters({
      ...counters,
      add: async () => {
        throw new StoreUnavailableError('away');
      },
      subtract: async () => {
        throw new StoreUnavailableError('away');
      },
    });
    const faults = [
      { match: GET, effect: failure, count: 1 },
      { match: { path: '/ip' }, effect: failure, count: 0 },
      { match: { path: '/uuid' }, effect: { fault: 'truncate@999' }, count: 0 },
    ];
    const server = await serve(t, { openShared, faults });
    const statuses: number[] = [];
    for (const path of ['/get', '/ip', '/ip', '/uuid']) statuses.push((await server.get(path)).status);
    assert.deepEqual(statuses, [200, 503, 503, 400]);
    assert.deepEqual(
      server.rules.list().map(({ applied }) => applied),
      [0, 0, 0],
    );
  });

  it('fail the request for any other error', async (t) => {
    const counters = createLocalState().counters('faults', 10);
    const add = async () => {
      throw new Error('unexpected');
    };
    const server = await serve(t, {
      openShared: withCounters({ ...counters, add }),
      faults: [{ match: GET, effect: failure, count: 0 }],
    });
    assert.equal((await server.get('/get')).status, 500);
    assert.match(server.errors.splice(0).join(), /unexpected/);
  });
});

describe('the conditions of a rule', () => {
  it('must all be met', async (t) => {
    const { server, add } = await openRules(t);
    await add({
      match: { ...GET, method: 'post', headers: { 'User-Agent': { has: 'b' } } },
      effect: failure,
      count: 0,
    });
    await add({
      match: { path: '/headers', headers: { 'X-A': '1' }, bin: 'one' },
      effect: failure,
      count: 0,
    });
    const send = async (path: string, fields: readonly (readonly [string, string])[], method = 'GET') =>
      (await server.send({ method, path, fields })).status;
    assert.deepEqual(
      [
        await send('/get', [['User-Agent', 'abc']], 'POST'),
        await send('/get', [['User-Agent', 'abc']]),
        await send('/get', [], 'POST'),
        await send('/headers', [
          ['X-A', '1'],
          ['Sparring-Bin', 'one'],
        ]),
        await send('/bin/one/headers', [['x-a', '1']]),
        await send('/headers', [['X-A', '1']]),
        await send('/headers', [
          ['X-A', '2'],
          ['Sparring-Bin', 'one'],
        ]),
        await send('/headers', [
          ['X-A', '1'],
          ['Sparring-Bin', 'two'],
        ]),
      ],
      [503, 200, 405, 503, 503, 200, 200, 200],
    );
  });
});
