import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilInFlight } from '#test/support/in-flight.ts';
import { until } from '#test/support/until.ts';
import { type StartedWorkers, startWorkers, times } from '#test/support/workers/workers.ts';

const skip = process.platform !== 'linux';

interface Awaited {
  readonly requests: readonly { readonly id: number; readonly request: { readonly target: string } }[];
}

const wait = async ({ control }: StartedWorkers, body: object) => {
  const answer = await control('POST', '/requests/await', body);
  return { status: answer.status, text: answer.text(), field: answer.field };
};

test('a wait ends by a request in any worker', { skip }, async (t) => {
  const started = await startWorkers(t, 4);
  const { call, control } = started;

  await t.test('before, during and after the call', async () => {
    await times(30, async (index) => {
      const query = { n: String(index) };
      const waiting = wait(started, { match: { path: '/get', query }, within: '20s' });
      await sleep([0, 1, 5, 200][index % 4]);
      await call(`/get?n=${index}`);
      const { status, text } = await waiting;
      assert.equal(status, 200, text);
      const { requests }: Awaited = JSON.parse(text);
      assert.deepEqual(
        requests.map(({ request }) => request.target),
        [`/get?n=${index}`],
      );
      assert.equal((await wait(started, { match: { path: '/get', query }, within: '5s' })).status, 200);
    });
  });

  await t.test('with the oldest requests, twice the same', async () => {
    await control('DELETE', '/requests');
    const body = { match: { path: '/ip' }, count: 20, within: '20s' };
    const waiting = wait(started, body);
    for (let count = 0; count < 25; count++) await call(`/ip?n=${count}`);
    const { status, text } = await waiting;
    assert.equal(status, 200, text);
    const { requests }: Awaited = JSON.parse(text);
    assert.deepEqual(
      requests.map(({ request }) => request.target),
      Array.from({ length: 20 }, (_, count) => `/ip?n=${count}`),
    );
    assert.equal((await wait(started, body)).text, text);
  });

  await t.test('or after its time, with the nearest requests', async () => {
    await control('DELETE', '/requests');
    await times(6, (index) => call(`/uuid?n=${index}`));
    const { status, text } = await wait(started, { match: { path: '/uid' }, count: 2, within: '50ms' });
    assert.equal(status, 408);
    const { detail, nearest } = JSON.parse(text);
    assert.match(
      detail,
      /^Waited 50 ms for a request to \/uid\. 0 of 2 came; 6 requests arrived\.\nNearest, #/,
    );
    assert.equal(nearest.length, 3);
  });

  await t.test('also in a worker that starts in the meantime', async () => {
    const body = { match: { path: '/late' }, count: 12, within: '40s' };
    // The worker that ends can be the one with the caller.
    const waiting = wait(started, body).catch(() => undefined);
    await untilInFlight(started, 1);
    const begun = started.log().length;
    const [victim = 0] = started.workers();
    process.kill(victim, 'SIGKILL');
    const isBack = () =>
      started
        .log()
        .slice(begun)
        .some(({ msg }) => msg.endsWith('serves again'));
    await until(isBack);
    await times(12, () => call('/late'));
    const answer = await waiting;
    if (answer) assert.equal(answer.status, 200, answer.text);
  });
});

test('a wait gets 503 while a worker does not respond', { skip }, async (t) => {
  const started = await startWorkers(t, 2);
  const [, stopped = 0] = started.workers();
  process.kill(stopped, 'SIGSTOP');
  t.after(() => process.kill(stopped, 'SIGCONT'));
  await times(2, async () => {
    const answer = await Promise.race([
      wait(started, { match: { path: '/get' }, within: '100ms' }),
      // A connection of the stopped worker.
      sleep(8000, undefined, { ref: false }),
    ]);
    if (answer) assert.deepEqual([answer.status, answer.field('Retry-After') !== undefined], [503, true]);
  });
});

/** Reads the events of the live journal until there are so many. */
async function readEvents(
  t: TestContext,
  started: StartedWorkers,
  isComplete: (events: readonly string[]) => boolean,
  lastId?: string,
): Promise<{ events: string[]; lastId: string }> {
  const headers = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const path = '/_sparring/requests/live?path=/get';
  const request = get({ port: started.port, host: '127.0.0.1', path, headers });
  request.on('error', () => {});
  t.after(() => request.destroy());
  const [response] = await new Promise<[IncomingMessage]>((resolve) =>
    request.once('response', (message: IncomingMessage) => resolve([message])),
  );
  response.on('error', () => {});
  const events: string[] = [];
  let text = '';
  let last = '';
  try {
    for await (const chunk of response) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (block.startsWith(':')) {
          events.push('connected');
          continue;
        }
        const [, name = '', id = '', data = ''] =
          /^event: (\w+)\n(?:id: (\S+)\n)?data: (.*)$/s.exec(block) ?? [];
        if (id !== '') last = id;
        events.push(`${name} ${JSON.parse(data).request?.target ?? ''}`.trim());
      }
      if (isComplete(events)) break;
    }
  } finally {
    request.destroy();
  }
  return { events: events.filter((event) => event !== 'connected'), lastId: last };
}

test('the live feed has the requests of all workers, and continues in any of them', { skip }, async (t) => {
  const started = await startWorkers(t, 4);
  const { call } = started;
  const targets = (events: readonly string[], name: string) =>
    events.filter((event) => event.startsWith(name)).map((event) => event.split(' ')[1]);
  const isDone = (count: number) => (events: readonly string[]) => targets(events, 'done').length >= count;
  let isConnected = false;
  const first = readEvents(t, started, (events) => {
    isConnected = true;
    return isDone(10)(events);
  });
  await until(() => isConnected);
  for (let count = 0; count < 10; count++) await call(`/get?n=${count}`);
  const { events, lastId } = await first;
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `/get?n=${from + index}`);
  // In the order in which the workers have written them.
  assert.deepEqual(targets(events, 'request').toSorted(), numbers(0, 10));
  assert.deepEqual(targets(events, 'done').toSorted(), numbers(0, 10));

  // A reader that continues gets each event once.
  for (let count = 10; count < 40; count++) await call(`/get?n=${count}`);
  let position = lastId;
  const seen: string[] = [];
  // A reader can get more events than it waits for, so the last one waits for what is left.
  for (let left = 30; left > 0; left = 30 - targets(seen, 'done').length) {
    const next = await readEvents(t, started, isDone(Math.min(7, left)), position);
    seen.push(...next.events);
    position = next.lastId;
  }
  assert.deepEqual(targets(seen, 'done').toSorted(), numbers(10, 40));
  assert.deepEqual(
    seen.filter((event) => event.startsWith('dropped')),
    [],
  );
});

test('a request is repeated from any worker, in any worker', { skip }, async (t) => {
  const started = await startWorkers(t, 4);
  const { call, control } = started;
  for (let count = 0; count < 8; count++) await call(`/get?n=${count}`);
  const { requests }: Awaited = JSON.parse((await control('GET', '/requests')).text());
  const replays = await times(8, async (index) => {
    const { id = 0 } = requests[index] ?? {};
    const answer = await control('POST', `/requests/${id}/replay`);
    assert.equal(answer.status, 200, answer.text());
    const entry: { replayOf: number; worker: number; ended: string } = JSON.parse(answer.text());
    assert.deepEqual([entry.replayOf, entry.ended], [id, 'answered']);
    return entry;
  });
  assert.equal(replays.length, 8);
});

test('a wait for no request in a bin fails in each worker when entries of the bin were dropped', {
  skip,
}, async (t) => {
  const started = await startWorkers(t, 2, ['--journal', '4']);
  await times(5, () => started.call('/bin/one/get'));
  const none = { match: { path: '/x', bin: 'one' }, count: 0, within: 0 };
  for (const { status, text } of await times(4, () => wait(started, none))) {
    assert.equal(status, 409, text);
    assert.match(text, /The journal dropped 3 entries of this test/);
  }
});
