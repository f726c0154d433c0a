import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { members } from '#test/support/accounts/api.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';
import { serveWorkers } from '#test/support/workers/local-workers.ts';

const match = { path: '/{rest*}' };

async function statuses({ get }: Pick<Controlled, 'get'>, count: number, path = '/a'): Promise<number[]> {
  const all: number[] = [];
  for (let request = 0; request < count; request++) all.push((await get(path)).status);
  return all;
}

const advance = ({ control }: Controlled, seconds: number) => control('PUT', '/clock', { advance: seconds });

describe('a step that is open for a time', () => {
  it('has all requests from the first one on, by the clock of the server', async (t) => {
    const server = await serveControlled(t, { journal: 100 });
    const respond = [
      { status: 201 },
      { status: 503, open: '30s' },
      { status: 202, times: 2 },
      { status: 203 },
    ];
    const rule = { id: 'breaker', match, respond };
    assert.equal((await server.control('POST', '/rules', rule)).status, 201);
    await advance(server, 100);
    assert.deepEqual(await statuses(server, 4), [201, 503, 503, 503]);
    await advance(server, 29.999);
    assert.deepEqual(await statuses(server, 1), [503]);
    await advance(server, 0.001);
    assert.deepEqual(await statuses(server, 4), [202, 202, 203, 203]);
    const view = members(await server.control('GET', '/rules/breaker'));
    assert.deepEqual([view.applied, view.position, view.respond], [9, undefined, respond]);
    const steps = server.journal
      ?.entries()
      .map((entry) => (entry.kind === 'exchange' ? entry.rules[0]?.step : undefined));
    assert.deepEqual(steps, [1, 2, 2, 2, 2, 3, 3, 4, 4]);

    await server.control('PUT', '/rules/breaker', rule);
    assert.deepEqual(await statuses(server, 2), [201, 503], 'a replaced rule begins again');
  });

  it('follows another one, and is followed by `after`', async (t) => {
    for (const [after, last] of [
      ['last', 504],
      ['gone', 410],
    ] as const) {
      const server = await serveControlled(t);
      const respond = [
        { status: 503, open: 10 },
        { status: 504, open: 10 },
      ];
      await server.control('POST', '/rules', { match, respond, after });
      assert.deepEqual(await statuses(server, 2), [503, 503]);
      await advance(server, 10);
      assert.deepEqual(await statuses(server, 2), [504, 504]);
      await advance(server, 10);
      assert.deepEqual(await statuses(server, 2), [last, last]);
    }
  });

  it('opens for each caller', async (t) => {
    const server = await serveControlled(t);
    const respond = [{ status: 503, open: 10 }, { status: 201 }, { status: 202 }];
    await server.control('POST', '/rules', { match, respond, by: 'path' });
    assert.deepEqual(await statuses(server, 1, '/a'), [503]);
    await advance(server, 6);
    assert.deepEqual(await statuses(server, 1, '/b'), [503]);
    await advance(server, 6);
    assert.deepEqual(await statuses(server, 2, '/a'), [201, 202]);
    assert.deepEqual(await statuses(server, 1, '/b'), [503]);
    await advance(server, 6);
    assert.deepEqual(await statuses(server, 2, '/b'), [201, 202]);
  });

  it('gives each of many parallel requests to workers another step after its end', async (t) => {
    const workers = await serveWorkers(t, 2);
    const later = Array.from({ length: 20 }, (_, index) => ({ body: String(index) }));
    const rule = { match, respond: [{ status: 503, open: 0.001 }, ...later] };
    assert.equal((await workers[0]?.control('POST', '/rules', rule))?.status, 201);
    assert.equal((await workers[0]?.get('/a'))?.status, 503);
    await workers[0]?.control('PUT', '/clock', { advance: 1 });
    const sent = Array.from({ length: 10 }, () => workers.map((worker) => worker.get('/a'))).flat();
    const bodies = (await Promise.all(sent)).map((response) => response.text());
    assert.equal(new Set(bodies).size, 20, bodies.join(' '));
  });

  it('returns the position of a request that cannot carry the fault', async (t) => {
    const server = await serveControlled(t);
    const respond = [{ status: 503, open: 10 }, { fault: 'framing:content-on-head' }, { status: 202 }];
    await server.control('POST', '/rules', { match, respond });
    assert.deepEqual(await statuses(server, 1), [503]);
    await advance(server, 10);
    assert.deepEqual(await statuses(server, 2), [400, 400], 'the step is not used');
  });

  it('leaves no counters of a rule that is removed', async (t) => {
    const local = createLocalState();
    const cleared: string[] = [];
    const openShared = async (): Promise<SharedState> => ({
      ...local,
      counters: (name, capacity) => {
        const counters = local.counters(name, capacity);
        const clear = () => {
          cleared.push(name);
          return counters.clear();
        };
        return { ...counters, clear };
      },
    });
    const server = await serveControlled(t, { openShared });
    await server.control('POST', '/rules', { id: 'a', match, respond: [{ open: 1 }, {}], by: 'path' });
    await server.control('POST', '/rules', { id: 'b', match, respond: [{}, {}] });
    await statuses(server, 1);
    await server.control('DELETE', '/rules');
    assert.deepEqual(cleared, ['callers of rule 0.1', 'steps of rule 0.1']);
  });

  it('is the first one while its counts are not available', async (t) => {
    const local = createLocalState();
    const add = () => Promise.reject(new StoreUnavailableError('The database is not available.'));
    const openShared = async (): Promise<SharedState> => ({
      ...local,
      counters: (name, capacity) => ({
        ...local.counters(name, capacity),
        ...(name.startsWith('steps of rule') && { add }),
      }),
    });
    const server = await serveControlled(t, { openShared });
    await server.control('POST', '/rules', { match, respond: [{ status: 503, open: 1 }, { status: 202 }] });
    assert.deepEqual(await statuses(server, 1), [503]);
    await advance(server, 2);
    assert.deepEqual(await statuses(server, 1), [503]);
  });

  it('is rejected beside `times`, and with the first step after the last', async (t) => {
    const { control } = await serveControlled(t);
    for (const [rule, pointer] of [
      [{ respond: [{ times: 1, open: 1 }] }, '/respond/0/open'],
      [{ respond: [{}, { open: 0 }] }, '/respond/1/open'],
      [{ respond: [{}, { open: '2 days' }] }, '/respond/1/open'],
      [{ respond: [{ open: 86_401 }] }, '/respond/0/open'],
      [{ respond: { open: 1 } }, '/respond/open'],
      [{ respond: [{ open: 1 }, {}], after: 'first' }, '/after'],
    ] as const) {
      const response = await control('POST', '/rules', { match, ...rule });
      assert.equal(response.status, 422, response.text());
      assert.deepEqual(
        JSON.parse(response.text()).problems.map((problem: { pointer: string }) => problem.pointer),
        [pointer],
      );
    }
  });
});
