import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { harSchema } from '../support/har-schema.ts';
import { until } from '../support/until.ts';
import { openConnections, WorkerConnection } from '../support/workers/worker-connections.ts';
import { createRandom, sizeOf, startWorkers, times } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

const isComplete = process.env.COMPLETE !== undefined;

interface Entry {
  readonly id: number;
  readonly request: { readonly target: string };
  readonly replayOf: number | null;
}

const targetsOf = (text: string) => {
  const { requests }: { requests: readonly Entry[] } = JSON.parse(text);
  return requests.map(({ request }) => request.target);
};

/** Times of an action that is repeated until the promise settles, in milliseconds. */
async function measureDuring(promise: Promise<unknown>, action: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  promise.then(end, end);
  while (!isOver) {
    const begun = performance.now();
    await action();
    durations.push(performance.now() - begun);
  }
  return durations;
}

test('reads of several workers', { skip }, async (t) => {
  const random = createRandom(t);
  const started = await startWorkers(t, 4, ['--journal', '10000', '--journal-size', '128m']);
  const connection = await openConnections(t, started, 4);
  const pick = () => connection(random(4));
  const reader = connection(0);
  const clear = async () => assert.equal((await pick().control('DELETE', '/requests')).status, 204);

  await t.test(
    'an archive of large entries is valid and in order, and delays no other requests',
    async (sub) => {
      const count = sizeOf(100, 1000);
      const body = 'x'.repeat(9500);
      for (let number = 0; number < count; number++)
        await pick().send('POST', `/post?n=${number}`, { body, headers: { 'Content-Type': 'text/plain' } });
      const begun = performance.now();
      const archive = reader.control('GET', '/requests.har');
      const [others, opened, { status, text }] = await Promise.all([
        measureDuring(archive, () => connection(1).get('/get')),
        measureDuring(archive, async () => {
          const other = new WorkerConnection(started.port);
          await other.get('/status/204');
          other.close();
        }),
        archive,
      ]);
      const duration = performance.now() - begun;
      assert.equal(status, 200);
      const har = JSON.parse(text);
      const ajv = new Ajv();
      addFormats.default(ajv);
      assert.ok(ajv.validate(harSchema, har), JSON.stringify(ajv.errors));
      const entries: { _id: number; request: { url: string; postData: { text: string } } }[] =
        har.log.entries;
      const large = entries.filter(({ request }) => request.url.includes('/post'));
      assert.deepEqual(
        large.map(({ request }) => Number(request.url.split('n=')[1])),
        Array.from({ length: count }, (_, index) => index),
      );
      assert.equal(large.length, count);
      assert.ok(large.every(({ request }) => request.postData.text === body));
      const slowest = [others, opened].map((each) => Math.round(Math.max(0, ...each)));
      sub.diagnostic(
        `${entries.length} entries, ${text.length} bytes in ${Math.round(duration)} ms; others at most ${slowest} ms`,
      );
      if (isComplete) assert.ok(duration <= 1500 && slowest.every((each) => each < 100));
      await clear();
    },
  );

  await t.test('waits for requests before, around and after their arrival have no time-out', async (sub) => {
    const count = sizeOf(8, 200);
    const durations: number[] = [];
    for (const mode of ['before', 'around', 'after'] as const)
      for (let number = 0; number < count; number++) {
        const path = `/status/204?${mode}${number}`;
        const body = { match: { path: '/status/204', query: { [`${mode}${number}`]: '' } }, within: '20s' };
        const [first, second] = [random(4), random(3)];
        const caller = connection(first);
        const sender = connection((first + 1 + second) % 4);
        if (mode === 'after') await sender.get(path);
        const waiting = caller.control('POST', '/requests/await', body);
        if (mode === 'before') await sleep(20);
        if (mode === 'around') await sleep(random(4));
        const begun = performance.now();
        if (mode !== 'after') await sender.get(path);
        const { status, text } = await waiting;
        if (mode !== 'around') durations.push(performance.now() - begun);
        assert.equal(status, 200, text);
        assert.deepEqual(targetsOf(text), [path]);
      }
    const median = durations.toSorted((one, other) => one - other)[durations.length >> 1] ?? 0;
    sub.diagnostic(`median of a wait: ${median.toFixed(1)} ms`);
    if (isComplete) assert.ok(median <= 10);
    await clear();
    const body = { match: { path: '/ip' }, count: 100, within: '60s' };
    const waiting = reader.control('POST', '/requests/await', body);
    for (let number = 0; number < 110; number++) await connection(1 + random(3)).get(`/ip?${number}`);
    const { status, text } = await waiting;
    assert.equal(status, 200, text);
    assert.deepEqual(
      targetsOf(text),
      Array.from({ length: 100 }, (_, number) => `/ip?${number}`),
    );
    assert.deepEqual((await connection(2).control('POST', '/requests/await', body)).text, text);
    await clear();
  });

  await t.test('bins in parallel have their own requests, and the reports of one process', async () => {
    const one = await startWorkers(t, 1);
    await times(50, async (bin) => {
      const names = Array.from({ length: 1 + (bin % 4) }, (_, number) => `/get?bin=${bin}&n=${number}`);
      const texts = await Promise.all(
        [one, started].map(async ({ call, control }) => {
          for (const name of names) await call(name, [['Sparring-Bin', `b${bin}`]]);
          assert.deepEqual(targetsOf((await control('GET', `/requests?bin=b${bin}`)).text()), names);
          const match = { path: '/got', query: { bin: String(bin) }, bin: `b${bin}` };
          const { status, detail, arrived } = JSON.parse(
            (await control('POST', '/requests/await', { match, count: 2, within: '10ms' })).text(),
          );
          return [status, arrived, detail.replace(/#\d+/g, '#').replace(/, [\d.]+ m?s ago/g, '')];
        }),
      );
      assert.equal(texts[0]?.[0], 408);
      assert.deepEqual(texts[1], texts[0]);
    });
    await clear();
  });

  await t.test(
    'no list has an entry of before a completed removal, or a part of removed ones',
    async (sub) => {
      let [sent, floor, lists] = [0, 0, 0];
      let isOver = false;
      const sender = await openConnections(t, started, 4);
      const remover = await openConnections(t, started, 4);
      const sending = (async () => {
        while (!isOver) {
          await sender(random(4)).get(`/status/204?${sent}`);
          sent++;
        }
      })();
      const reading = times(4, async (index) => {
        const own = connection(index);
        while (!isOver) {
          const [removed, from] = [floor, sent];
          const { status, text } = await own.control('GET', '/requests?limit=500');
          assert.equal(status, 200, text);
          const numbers = targetsOf(text).map((target) => Number(target.split('?')[1]));
          const [first = from] = numbers;
          assert.deepEqual(
            numbers,
            numbers.map((_, offset) => first + offset),
            'an entry is missing',
          );
          assert.ok(first >= removed, `${first} was removed: ${removed}`);
          lists++;
        }
      });
      for (let removal = 0; removal < sizeOf(10, 200); removal++) {
        await sleep(random(30));
        const before = sent;
        const { status } = await remover(random(4)).control('DELETE', '/requests');
        assert.equal(status, 204);
        floor = before;
      }
      isOver = true;
      await Promise.all([sending, reading]);
      sub.diagnostic(`${sent} requests, ${lists} lists`);
      await clear();
    },
  );

  await t.test('a request is repeated from each worker, and a secret has one mask', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const headers = { Authorization: `Bearer ${secret}`, Cookie: `session=${secret}` };
    for (let number = 0; number < 20; number++) await pick().get(`/headers?n=${number}`, headers);
    const { requests }: { requests: readonly Entry[] } = JSON.parse(
      (await reader.control('GET', '/requests')).text,
    );
    for (let number = 0; number < sizeOf(12, 100); number++) {
      const { id = 0 } = requests[random(requests.length)] ?? {};
      const { status, text } = await connection(number % 4).control('POST', `/requests/${id}/replay`);
      assert.equal(status, 200, text);
      const entry: Entry = JSON.parse(text);
      assert.equal(entry.replayOf, id);
      assert.ok(!text.includes(secret));
    }

    const [victim = 0] = started.workers();
    const begun = started.log().length;
    process.kill(victim, 'SIGKILL');
    await until(() =>
      started
        .log()
        .slice(begun)
        .some(({ msg }) => msg.endsWith('serves again')),
    );
    const again = await openConnections(t, started, 8);
    for (let index = 0; index < 8; index++) await again(index).get('/headers', headers);
    const masks = new Set<string | undefined>();
    for (let index = 0; index < 8; index++) {
      const own = again(index);
      const { text } = await own.control('GET', '/requests?limit=500');
      for (const [, mask] of text.matchAll(/"Authorization",\s+"([^"]*)"/g)) masks.add(mask);
      const { requests: all }: { requests: readonly Entry[] } = JSON.parse(text);
      const [first = 0, last = 0] = [all[0]?.id, all.at(-1)?.id];
      const paths = [
        '/requests.har',
        `/requests/${first}`,
        `/requests/${last}/as/curl`,
        `/requests/${first}/diff/${last}`,
      ];
      for (const path of paths) {
        const response = await own.control('GET', path);
        assert.deepEqual([response.status, response.text.includes(secret)], [200, false], path);
      }
      assert.ok(!text.includes(secret));
      const never = { match: { path: '/no' }, within: '1ms' };
      const failed = await own.control('POST', '/requests/await', never);
      assert.deepEqual([failed.status, failed.text.includes(secret)], [408, false]);
    }
    assert.equal(masks.size, 1, [...masks].join());
    assert.ok(!JSON.stringify(started.log()).includes(secret));
  });
});
