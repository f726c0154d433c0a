import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import { createRuntime } from '#runtime.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { Counters, SharedState } from '#shared/shared-state.ts';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
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
const failure = { error: { status: 503 } };

describe('the list of rules', () => {
  it('keeps the counts of the other rules when one is added or removed', async (t) => {
    const { server, rules, add } = await openRules(t);
    add({ match: GET, ...failure, count: 3 });
    assert.equal((await server.get('/get')).status, 503);
    const second = add({ match: { path: '/ip' }, ...failure, count: 0, probability: 0 });
    // Without a refresh, these are the counts that this process knows.
    const seen = () => rules.list().map(({ id, applied, remaining }) => [id, applied, remaining]);
    assert.deepEqual(seen(), [
      ['1', 1, 2],
      ['2', 0, null],
    ]);
    assert.equal((await server.get('/get')).status, 503);
    assert.equal(await rules.remove(null, second.id), true);
    assert.equal(await rules.remove(null, second.id), false);
    assert.deepEqual(seen(), [['1', 2, 1]]);
    assert.deepEqual([(await server.get('/get')).status, (await server.get('/get')).status], [503, 200]);
    await rules.refresh();
    assert.deepEqual(seen(), [['1', 3, 0]]);
  });

  it('applies a rule below its probability and its toxicity', async (t) => {
    let fraction = 0;
    const runtime = { ...createRuntime({ seed: 7 }), fraction: () => fraction };
    const server = await serve(t, { runtime });
    addRule(server, { match: GET, ...failure, count: 0, probability: 0.5 });
    addRule(server, { match: { path: '/ip' }, ...failure, count: 0, toxicity: 0.5 });
    for (const [drawn, status] of [
      [0, 503],
      [0.49, 503],
      [0.5, 200],
      [0.99, 200],
    ] as const) {
      fraction = drawn;
      assert.deepEqual(
        [(await server.get('/get')).status, (await server.get('/ip')).status],
        [status, status],
      );
    }
  });

  it('keeps the drawn connections of a rule when another one is added', async (t) => {
    const { server, add } = await openRules(t);
    add({ match: GET, ...failure, count: 0, toxicity: 0.5 });
    const clients = Array.from({ length: 12 }, () => openClient(t, server.port));
    const ask = async () => {
      const statuses: unknown[] = [];
      for (const client of clients) statuses.push(await client('/get'));
      return statuses;
    };
    const before = await ask();
    assert.deepEqual(new Set(before), new Set([200, 503]));
    add({ match: { path: '/ip' }, ...failure });
    assert.deepEqual(await ask(), before);
  });

  it('has 1000 rules and 200 in a bin, of which an exhausted one is replaced, and no ID is used twice', async (t) => {
    const { server, rules, add } = await openRules(t);
    const normal = rules.normalize({ match: { path: '/ip' }, ...failure });
    const inBin = rules.normalize({ match: { path: '/ip' }, bin: 'one', ...failure });
    rules.addNow(Array(200).fill(inBin), 'test');
    assert.throws(() => rules.addNow([inBin], 'test'), {
      name: 'RuleConflictError',
      message: /^The bin one has 200/,
    });
    rules.addNow(Array(799).fill(normal), 'test');
    assert.throws(() => rules.addNow([normal, normal], 'test'), { message: /^The server has 1000 rules/ });
    assert.equal(rules.list().length, 999);
    const single = add({ match: GET, ...failure });
    assert.equal(single.id, '1000');
    assert.throws(() => add(failure), { name: 'RuleConflictError' });
    assert.equal((await server.get('/get')).status, 503);
    const replacing = add({ match: { path: '/headers' }, ...failure });
    const ids = rules.list().map(({ id }) => id);
    assert.deepEqual([replacing.id, ids.length, ids.includes('1000')], ['1001', 1000, false]);
    assert.equal((await server.get('/headers')).status, 503);
    assert.equal((await server.get('/bin/one/ip')).status, 503);
    assert.equal(add({ match: GET, bin: 'one', ...failure }).id, '1002');
    await rules.clear();
    assert.deepEqual(rules.list(), []);
    assert.equal(add(failure).id, '1003');
  });

  it('has each chosen ID once in each scope', async (t) => {
    const { rules, add } = await openRules(t);
    add({ id: 'a', ...failure });
    add({ id: 'a', bin: 'one', ...failure });
    assert.throws(() => add({ id: 'a', ...failure }), {
      message: 'A rule with the id a exists in the rules of the server.',
    });
    const twice = [
      { id: 'b', ...failure },
      { id: 'b', ...failure },
    ].map((rule) => rules.normalize(rule));
    assert.throws(() => rules.addNow(twice, 'test'), { name: 'RuleConflictError' });
    await assert.rejects(rules.add(twice, 'test'), { name: 'RuleConflictError' });
    assert.deepEqual(
      rules.list().map(({ id, bin }) => [id, bin]),
      [
        ['a', 'one'],
        ['a', undefined],
      ],
    );
  });

  it('loses a rule at the end of its time', async (t) => {
    const server = await serve(t);
    const { rules } = server;
    addRule(server, { match: GET, ...failure, count: 0, ttl: '200ms' });
    assert.equal((await server.get('/get')).status, 503);
    assert.equal(rules.list()[0]?.ttl, 0.2);
    await server.authorizationContext.runtime.sleep(250);
    assert.equal((await server.get('/get')).status, 200);
    assert.deepEqual(rules.list(), []);
  });

  it('has no trace of a rule whose time has ended', async (t) => {
    const runtime = createRuntime({ seed: 7 });
    const clock = { now: runtime.machineNow() };
    const server = await serve(t, { runtime: { ...runtime, machineNow: () => clock.now } });
    const { rules } = server;
    const rule = rules.normalize({ id: 'a', match: GET, ...failure, count: 5, ttl: '1m' });
    const [added] = rules.addNow([rule], 'test');
    assert.equal((await server.get('/get')).status, 503);
    assert.equal(rules.find(null, 'a')?.applied, 1);
    clock.now += 59_999;
    assert.throws(() => rules.addNow([rule], 'test'), { name: 'RuleConflictError' });
    clock.now += 1;
    assert.equal(rules.find(null, 'a'), undefined);
    assert.equal(await rules.change(null, 'a', { count: 9 }), undefined);
    assert.equal(await rules.remove(null, 'a'), false);
    const again = rules.addNow([rule], 'test');
    assert.deepEqual(again, [added]);
    clock.now += 60_000;
    assert.deepEqual((await rules.snapshot()).rules, []);
    assert.equal((await rules.add([rule], 'test')).length, 1);
  });

  it('keeps the place of a rule that is replaced, and the count of a rule that is changed', async (t) => {
    const { server, rules, add } = await openRules(t);
    add({ id: 'a', match: GET, error: { status: 501 }, count: 2 });
    add({ id: 'b', match: GET, error: { status: 502 }, count: 2 });
    const ask = async () => (await server.get('/get')).status;
    const put = (id: string, rule: object) => rules.put(null, id, () => rules.normalize(rule), 'test');
    assert.equal(await ask(), 501);
    assert.equal((await rules.change(null, 'a', { count: 3 }))?.remaining, 2);
    assert.deepEqual([await ask(), await ask(), await ask()], [501, 501, 502]);
    const replaced = await put('a', { match: GET, error: { status: 503 } });
    assert.deepEqual([replaced?.applied, replaced?.remaining], [0, 1]);
    assert.deepEqual([await ask(), await ask(), await ask()], [503, 502, 200]);
    await rules.change(null, 'b', { count: 9, enabled: false });
    assert.equal(await ask(), 200);
    await rules.change(null, 'b', { enabled: true });
    assert.equal(await ask(), 502);
    assert.equal(await rules.change(null, 'c', { count: 9 }), undefined);
    assert.equal((await put('c', { match: GET, error: { status: 504 } }))?.id, 'c');
  });

  it('is restored with the counts of a snapshot, as often as wanted', async (t) => {
    const { server, rules, add } = await openRules(t);
    add({ match: GET, ...failure, count: 3 });
    await server.get('/get');
    const snapshot = await rules.snapshot();
    assert.deepEqual(
      snapshot.rules.map(({ id, source, rule, applied }) => [id, source, rule, applied]),
      [['1', 'test', rules.normalize({ match: GET, ...failure, count: 3 }), 1]],
    );
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

  it('is not restored while the other processes cannot be reached', async (t) => {
    let isAway = false;
    const openShared = async (): Promise<SharedState> => {
      const local = createLocalState();
      return {
        ...local,
        attach(name, replica) {
          const value = local.attach(name, replica);
          const update: typeof value.update = async (change) => {
            if (isAway && name === 'rules') throw new StoreUnavailableError('away');
            return value.update(change);
          };
          return { ...value, update };
        },
      };
    };
    const { rules } = await serve(t, { openShared, initialRules: [{ match: GET, ...failure }] });
    const snapshot = await rules.snapshot();
    await rules.clear();
    isAway = true;
    await assert.rejects(rules.restore(snapshot), { name: 'StoreUnavailableError' });
    assert.deepEqual(rules.list(), []);
    isAway = false;
    await rules.restore(snapshot);
    assert.deepEqual(
      rules.list().map(({ id }) => id),
      ['1'],
    );
  });
});

/** A shared state with the counters of rules that are passed. */
const withCounters = (counters: Counters) => async (): Promise<SharedState> => {
  const local = createLocalState();
  return {
    ...local,
    counters: (name, capacity) => (name === 'rules' ? counters : local.counters(name, capacity)),
  };
};

describe('the counts of a rule', () => {
  it('are those of all processes', async (t) => {
    const openShared = withCounters(createLocalState().counters('rules', 10));
    const initialRules = [{ match: GET, ...failure, count: 2 }];
    const [one, other] = [
      await serve(t, { openShared, initialRules }),
      await serve(t, { openShared, initialRules }),
    ];
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

  it('of a rule that was added during a read are kept, and those of a removed rule are deleted', async (t) => {
    const counters = createLocalState().counters('rules', 10);
    const { promise: isRead, resolve: completeRead } = Promise.withResolvers<void>();
    const read: Counters['read'] = async (keys) => {
      const values = await counters.read(keys);
      await isRead;
      return values;
    };
    const server = await serve(t, { openShared: withCounters({ ...counters, read }) });
    const refreshed = server.rules.refresh();
    const { id } = addRule(server, { match: GET, ...failure, count: 2 });
    assert.equal((await server.get('/get')).status, 503);
    completeRead();
    await refreshed;
    assert.equal(server.rules.find(null, id)?.applied, 1);
    assert.deepEqual(await counters.read(['0.1']), [1]);
    await server.rules.remove(null, id);
    assert.deepEqual(await counters.read(['0.1']), [0]);
  });

  it('are not needed for a rule without a limit, while they are not available', async (t) => {
    const counters = createLocalState().counters('rules', 10);
    const openShared = withCounters({
      ...counters,
      add: async () => {
        throw new StoreUnavailableError('away');
      },
      subtract: async () => {
        throw new StoreUnavailableError('away');
      },
    });
    const initialRules = [
      { match: GET, ...failure, count: 1 },
      { match: { path: '/ip' }, ...failure, count: 0 },
      { match: { path: '/uuid' }, fault: 'truncate@999', count: 0 },
    ];
    const server = await serve(t, { openShared, initialRules });
    const statuses: number[] = [];
    for (const path of ['/get', '/ip', '/ip', '/uuid']) statuses.push((await server.get(path)).status);
    assert.deepEqual(statuses, [200, 503, 503, 400]);
    assert.deepEqual(
      server.rules.list().map(({ applied }) => applied),
      [0, 0, 0],
    );
  });

  it('fail the request for any other error', async (t) => {
    const counters = createLocalState().counters('rules', 10);
    const add = async () => {
      throw new Error('unexpected');
    };
    const server = await serve(t, {
      openShared: withCounters({ ...counters, add }),
      initialRules: [{ match: GET, ...failure, count: 0 }],
    });
    assert.equal((await server.get('/get')).status, 500);
    assert.match(server.errors.splice(0).join(), /unexpected/);
  });
});

describe('the conditions of a rule', () => {
  it('must all be met', async (t) => {
    const { server, add } = await openRules(t);
    add({
      match: { ...GET, method: 'post', headers: { 'User-Agent': { has: 'b' } } },
      ...failure,
      count: 0,
    });
    add({
      match: { path: '/headers', headers: { 'X-A': '1' }, bin: 'one' },
      ...failure,
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

describe('the order of rules', () => {
  /** The statuses of requests to `/get`, each of which is the error of a rule. */
  async function statuses(t: TestContext, input: readonly RuleInput[], requests: number, base = '') {
    const { server, add } = await openRules(t);
    for (const rule of input) add({ match: GET, ...rule });
    const all: number[] = [];
    for (let count = 0; count < requests; count++) all.push((await server.get(`${base}/get`)).status);
    return all;
  }
  const error = (status: number) => ({ error: { status } });

  it('has the rules of the bin before those of the server', async (t) => {
    const input = [
      { ...error(502), priority: 1000, count: 0 },
      { bin: 'one', ...error(501), priority: -1000, count: 0 },
    ];
    assert.deepEqual(await statuses(t, input, 2, '/bin/one'), [501, 501]);
    assert.deepEqual(await statuses(t, input, 1, '/bin/two'), [502]);
  });

  it('has a higher priority before a lower one', async (t) => {
    const input = [{ ...error(501) }, { ...error(502), priority: 1, count: 0 }];
    assert.deepEqual(await statuses(t, input, 2), [502, 502]);
  });

  it('has the oldest rule with a count first', async (t) => {
    assert.deepEqual(await statuses(t, [error(501), { ...error(502), count: 2 }], 4), [501, 502, 502, 200]);
  });

  it('has the newest rule without a count first, after those with a count', async (t) => {
    const input = [{ ...error(501), count: 0 }, { ...error(502), count: 0 }, error(503)];
    assert.deepEqual(await statuses(t, input, 3), [503, 502, 502]);
  });

  it('keeps that of a list', async (t) => {
    const { server, rules, add } = await openRules(t);
    add({ match: GET, ...error(500), count: 0 });
    const list = [501, 502].map((status) => rules.normalize({ match: GET, ...error(status), count: 0 }));
    rules.addNow(list, 'test');
    assert.equal((await server.get('/get')).status, 501);
    assert.deepEqual(
      rules.list().map((rule) => rule.error?.status),
      [501, 502, 500],
    );
  });
});

describe('the preflight of CORS', () => {
  it('gets only rules whose method names OPTIONS', async (t) => {
    const { server, add } = await openRules(t);
    const fields = [
      ['Origin', 'http://example.com'],
      ['Access-Control-Request-Method', 'PUT'],
    ] as const;
    const preflight = async () => (await server.send({ method: 'OPTIONS', path: '/put', fields })).status;
    add({ match: { path: '/put' }, ...failure });
    assert.equal(await preflight(), 200);
    assert.equal((await server.send({ method: 'PUT', path: '/put' })).status, 503);
    add({ match: { path: '/put', method: { like: 'OPT*' } }, ...failure });
    assert.equal(await preflight(), 200);
    for (const method of ['options', ['PUT', 'OPTIONS'], { one_of: ['OPTIONS'] }, { is: 'OPTIONS' }]) {
      add({ match: { path: '/put', method }, ...failure });
      assert.equal(await preflight(), 503, JSON.stringify(method));
    }
  });
});

describe('a rule for GET', () => {
  it('holds for HEAD, too', async (t) => {
    const { server, add } = await openRules(t);
    add({ match: { ...GET, method: 'GET' }, ...failure });
    assert.equal((await server.send({ method: 'HEAD', path: '/get' })).status, 503);
    assert.equal((await server.get('/get')).status, 200);
  });
});
