import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toComparable } from '#test/support/workers/comparable.ts';
import { createRandom, type StartedWorkers, startWorkers } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

const STEPS = Number(process.env.STEPS ?? 200);
const BINS = ['a', 'b', 'c'];

type Step = (started: StartedWorkers) => Promise<unknown>;

function createStep(random: (below: number) => number, number: number): Step {
  const bin = BINS[random(BINS.length)] ?? '';
  const paths = ['/get', '/ip', '/uuid'];
  const path = paths[random(paths.length)] ?? '';
  const read = (query: string) => async (started: StartedWorkers) => {
    const response = await started.control('GET', query);
    return [response.status, toComparable(response.text())];
  };
  const verify = (body: object) => async (started: StartedWorkers) => {
    const response = await started.control('POST', '/requests/verify', body);
    return [response.status, toComparable(response.text())];
  };
  const remove = (query: string) => async (started: StartedWorkers) =>
    (await started.control('DELETE', query)).status;
  switch (random(12)) {
    case 0:
      return read(`/requests?bin=${bin}`);
    case 1:
      return read(`/requests?path=${path}&limit=${1 + random(5)}`);
    case 2:
      return read(`/requests?since=0&limit=${1 + random(8)}`);
    case 3:
      return read('/requests/bins');
    case 4:
      return verify({ match: { path, bin }, count: random(4) });
    case 5:
      return verify({ match: [{ path }, { path: '/get' }], order: true });
    case 6:
      if (random(3) > 0) return read('/requests');
      return remove(random(2) > 0 ? '/requests' : `/requests?bin=${bin}`);
    default: {
      const fields = random(2) > 0 ? ([['Sparring-Bin', bin]] as const) : [];
      return async ({ call }) => (await call(`${path}?n=${number}`, fields)).status;
    }
  }
}

test('random requests and reads have the same results with one process and with four workers', {
  skip,
}, async (t) => {
  const random = createRandom(t);
  const words = ['--journal', '14'];
  const [one, four] = await Promise.all([startWorkers(t, 1, words), startWorkers(t, 4, words)]);
  for (let number = 0; number < STEPS; number++) {
    const step = createStep(random, number);
    const expected = await step(one);
    assert.deepEqual(await step(four), expected, `step ${number}`);
  }
});
