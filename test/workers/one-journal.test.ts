import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openPostgresSchema } from '../support/databases/postgres.ts';
import { until } from '../support/until.ts';
import { startNode } from '../support/workers/nodes.ts';
import { type Answer, openConnections, WorkerConnection } from '../support/workers/worker-connections.ts';
import { startWorkers } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

/** Opens a connection to each of two processes with one journal; undefined where there is no PostgreSQL. */
const CONFIGURATIONS: readonly (readonly [
  string,
  (t: TestContext) => Promise<readonly [WorkerConnection, WorkerConnection] | undefined>,
])[] = [
  [
    'two workers',
    async (t) => {
      const connection = await openConnections(t, await startWorkers(t, 2), 2);
      return [connection(0), connection(1)];
    },
  ],
  [
    'two nodes',
    async (t) => {
      const url = await openPostgresSchema(t);
      if (url === undefined) return undefined;
      const open = async () => {
        const connection = new WorkerConnection((await startNode(t, url)).port);
        t.after(() => connection.close());
        return connection;
      };
      return [await open(), await open()];
    },
  ],
];

interface Entry {
  readonly id: number;
  readonly note: string | null;
  readonly replayOf: number | null;
  readonly request: { readonly target: string };
}

function read<Result>({ status, text }: Answer): Result {
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

const targetsOf = async (connection: WorkerConnection, query = '') => {
  const { requests } = read<{ requests: Entry[] }>(await connection.control('GET', `/requests${query}`));
  return requests.map(({ request }) => request.target);
};

/** Waits until a read has this result: nodes do not wait for each other. */
async function untilEqual(actual: () => Promise<unknown>, expected: unknown): Promise<void> {
  let last: unknown;
  await until(async () => {
    last = await actual();
    return JSON.stringify(last) === JSON.stringify(expected);
  }, 20_000).catch(() => assert.deepEqual(last, expected));
}

for (const [name, open] of CONFIGURATIONS)
  test(`${name} have one journal`, { skip }, async (t) => {
    const [one, two] = (await open(t)) ?? [];
    if (!one || !two) return;
    const targets = Array.from({ length: 10 }, (_, number) => `/get?n=${number}`);

    await t.test('with the requests to both in the order of their arrival', async () => {
      for (const [number, target] of targets.entries()) await (number % 2 ? one : two).get(target);
      for (const reader of [one, two]) await untilEqual(() => targetsOf(reader, '?since=0'), targets);
    });

    await t.test('for a wait for a request to the other, and a verification', async () => {
      const match = { path: '/uuid' };
      const waiting = two.control('POST', '/requests/await', { match, within: '20s' });
      await one.get('/uuid');
      const { requests } = read<{ requests: Entry[] }>(await waiting);
      assert.deepEqual(
        requests.map(({ request }) => request.target),
        ['/uuid'],
      );
      assert.equal((await two.control('POST', '/requests/verify', { match, count: 1 })).status, 200);
    });

    await t.test('for the live feed', async (inner) => {
      const feed = get({ port: two.port, host: '127.0.0.1', path: '/_sparring/requests/live?path=/ip' });
      inner.after(() => feed.destroy());
      const [response]: IncomingMessage[] = await once(feed, 'response');
      assert.ok(response);
      response.on('error', () => {});
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      await until(() => text.includes('connected'));
      for (let number = 0; number < 3; number++) await (number % 2 ? two : one).get(`/ip?n=${number}`);
      await until(() => text.match(/^event: done/gm)?.length === 3);
      assert.equal(text.match(/^event: request/gm)?.length, 3);
    });

    await t.test('for archives, notes, undo, and a replay by the other', async () => {
      const [{ id = 0 } = {}] = read<{ requests: Entry[] }>(
        await one.control('GET', '/requests?since=0&limit=1'),
      ).requests;
      await until(async () => (await two.control('GET', `/requests/${id}`)).status === 200);
      const { log } = read<{ log: { entries: { _id: number }[] } }>(
        await two.control('GET', '/requests.har'),
      );
      assert.equal(log.entries[0]?._id, id);
      assert.equal((await two.control('PATCH', `/requests/${id}`, { note: 'seen' })).status, 200);
      assert.equal(read<Entry>(await one.control('GET', `/requests/${id}`)).note, 'seen');
      const { undo } = read<{ undo: string }>(await one.control('DELETE', `/requests/${id}?undo=60`));
      assert.equal((await two.control('GET', `/requests/${id}`)).status, 404);
      assert.equal((await two.control('POST', `/requests/undo/${undo}`)).status, 200);
      assert.equal(read<Entry>(await one.control('GET', `/requests/${id}`)).note, 'seen');
      const repeated = read<Entry>(await two.control('POST', `/requests/${id}/replay`));
      assert.deepEqual([repeated.replayOf, repeated.request.target], [id, targets[0]]);
    });

    await t.test('for bins, and until one removes all', async () => {
      for (const sender of [one, two]) await sender.get('/get?bin', { 'Sparring-Bin': 'b' });
      const entriesOf = async (reader: WorkerConnection) => {
        const { bins } = read<{ bins: { key: string; entries: number }[] }>(
          await reader.control('GET', '/bins'),
        );
        return bins.map(({ key, entries }) => [key, entries]);
      };
      for (const reader of [one, two]) await untilEqual(() => entriesOf(reader), [['b', 2]]);
      assert.equal((await one.control('DELETE', '/requests')).status, 204);
      for (const reader of [two, one]) assert.deepEqual(await targetsOf(reader), []);
    });
  });
