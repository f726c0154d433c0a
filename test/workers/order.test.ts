import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openConnections, type WorkerConnection } from '../support/workers/worker-connections.ts';
import { createRandom, sizeOf, startWorkers, times } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

interface List {
  readonly requests: readonly {
    readonly id: number;
    readonly worker: number;
    readonly request: { readonly target: string };
  }[];
  readonly next: number;
  readonly dropped: number;
}

async function list(connection: WorkerConnection, query: string): Promise<List> {
  const { status, text } = await connection.control('GET', `/requests${query}`);
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

/** Reads the entries in pages until all have arrived. Returns `[id, target]` of each. */
async function readAll(reader: (index: number) => WorkerConnection, isOver: () => boolean) {
  const seen: { id: number; target: string; worker: number }[] = [];
  for (let since = 0, page = 0; ; page++) {
    const wasOver = isOver();
    const { requests, next } = await list(reader(page), `?since=${since}&limit=500`);
    for (const { id, worker, request } of requests) seen.push({ id, worker, target: request.target });
    since = next;
    if (wasOver && requests.length === 0) return seen;
  }
}

function assertIncreasing(ids: readonly number[], text: string): void {
  assert.ok(
    ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0)),
    text,
  );
}

for (const workers of [2, 4])
  test(`with ${workers} workers, ids increase for each client, and a reader gets each id once`, {
    skip,
  }, async (t) => {
    const random = createRandom(t);
    const count = sizeOf(50, 25_000);
    const started = await startWorkers(t, workers, ['--journal', '200000', '--journal-size', '256m']);
    const reader = await openConnections(t, started, workers);
    let isOver = false;
    const reading = readAll(reader, () => isOver);
    const targets = await times(4, async (client) => {
      const connection = await openConnections(t, started, workers);
      const sent: string[] = [];
      for (let number = 0; number < count; number++) {
        const target = `/status/204?c${client}-${number}`;
        await connection(random(workers)).get(target);
        sent.push(target);
        // The response has arrived, so every reader shows the request.
        if (random(count / 20) < 1) {
          const query = `?filter=${encodeURIComponent(`target:${target}`)}`;
          for (const { requests } of await times(workers, (index) => list(reader(index), query)))
            assert.ok(
              requests.some(({ request }) => request.target === target),
              `${target} is missing`,
            );
        }
      }
      return sent;
    });
    isOver = true;
    const seen = await reading;
    const own = seen.filter(({ target }) => target.startsWith('/status/204?'));
    assertIncreasing(
      seen.map(({ id }) => id),
      'the reader gets ids in their order',
    );
    assert.equal(own.length, 4 * count);
    for (const [client, sent] of targets.entries())
      assert.deepEqual(
        own.flatMap(({ target }) => (target.startsWith(`/status/204?c${client}-`) ? [target] : [])),
        sent,
      );
    assert.equal(new Set(own.map(({ worker }) => worker)).size, workers);
  });

test('the newest entries remain, without a hole, whichever workers have received them', {
  skip,
}, async (t) => {
  const random = createRandom(t);
  const [limit, count] = [25, sizeOf(180, 100_000)];
  const started = await startWorkers(t, 4, ['--journal', String(limit)]);
  const connection = await openConnections(t, started, 4);
  let sent = 0;
  const assertNewest = async () => {
    for (let index = 0; index < 4; index++) {
      const { requests, dropped } = await list(connection(index), '?limit=500');
      assert.deepEqual(
        requests.map(({ request }) => Number(request.target.split('?')[1])),
        Array.from({ length: limit }, (_, index) => sent - limit + index),
      );
      assert.equal(dropped, sent - limit);
    }
  };
  for (let phase = 0; phase < 3; phase++) {
    // All to one worker, then to all.
    const only = random(4);
    for (let number = 0; number < count / 6; number++) await connection(only).get(`/status/204?${sent++}`);
    await assertNewest();
    for (let number = 0; number < count / 6; number++)
      await connection(random(4)).get(`/status/204?${sent++}`);
    await assertNewest();
  }
  if (process.env.COMPLETE !== undefined)
    for (const pid of started.workers())
      t.diagnostic(`worker ${pid}: ${/VmRSS:.*/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[0]}`);
});
