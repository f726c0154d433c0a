import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { openConnections } from '../support/workers/worker-connections.ts';
import { createRandom, sizeOf, startWorkers } from '../support/workers/workers.ts';

const skip = process.platform !== 'linux';

/** The difference of ids of a second: ticks of 10 µs, and the slots of processes. */
const SECOND = 100_000 * 128;

interface Event {
  readonly name: string;
  readonly data: { readonly id?: number; readonly count?: number };
}

/** Reads the live feed after a position until there are so many events, over a connection of its own. */
async function readEvents(port: number, position: string, count: number) {
  const headers = { 'Last-Event-ID': position };
  const sent = get({ port, host: '127.0.0.1', path: '/_sparring/requests/live', headers, agent: false });
  sent.on('error', () => {});
  const [response]: IncomingMessage[] = await once(sent, 'response');
  assert.equal(response?.statusCode, 200);
  response.on('error', () => {});
  const events: Event[] = [];
  let [text, last] = ['', position];
  try {
    for await (const chunk of response) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0 && events.length < count; end = text.indexOf('\n\n')) {
        const [, name = '', id, data = ''] =
          /^event: (\w+)\n(?:id: (\S+)\n)?data: (.*)$/s.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (name === '') continue;
        events.push({ name, data: JSON.parse(data) });
        last = id ?? last;
      }
      if (events.length >= count) break;
    }
  } finally {
    sent.destroy();
  }
  return { events, last };
}

test('a feed that is disconnected and resumed at any worker has each event once', {
  skip,
}, async (t) => {
  const random = createRandom(t);
  const [count, parts] = [sizeOf(150, 10_000), sizeOf(10, 50)];
  const started = await startWorkers(t, 4, ['--journal', String(count + 100), '--journal-size', '256m']);
  const connection = await openConnections(t, started, 4);
  let position = '0:';
  const events: Event[] = [];
  const reading = (async () => {
    while (events.length < 2 * count) {
      const wanted = Math.min(2 * count - events.length, 1 + random((4 * count) / parts));
      const read = await readEvents(started.port, position, wanted);
      events.push(...read.events);
      position = read.last;
    }
  })();
  for (let number = 0; number < count; number++) await connection(random(4)).get(`/status/204?${number}`);
  await reading;

  const { text } = await connection(0).control('GET', '/requests?limit=500');
  const { requests }: { requests: readonly { id: number; request: { target: string } }[] } = JSON.parse(text);
  const idsOf = (name: string) =>
    events.flatMap(({ name: other, data }) => (other === name ? [data.id ?? 0] : []));
  for (const name of ['request', 'done']) {
    const ids = idsOf(name);
    assert.deepEqual([ids.length, new Set(ids).size], [count, count], name);
    const latest = requests.slice(-100).map(({ id }) => id);
    assert.deepEqual(ids.toSorted((one, other) => one - other).slice(-100), latest, name);
  }
  // In the order in which they were written, which is that of their arrival but for a short time.
  let latest = 0;
  for (const id of idsOf('request')) {
    assert.ok(id > latest - SECOND, `${id} follows ${latest}`);
    latest = Math.max(latest, id);
  }
  const seen = new Set<number>();
  for (const { name, data } of events) {
    if (name === 'request') seen.add(data.id ?? 0);
    else assert.ok(seen.has(data.id ?? 0), '`request` precedes `done`');
  }
});

test('a feed counts the entries that were removed before it was resumed', { skip }, async (t) => {
  const random = createRandom(t);
  const started = await startWorkers(t, 4, ['--journal', '10']);
  const connection = await openConnections(t, started, 4);
  const send = async (count: number) => {
    for (let number = 0; number < count; number++) await connection(random(4)).get('/status/204');
  };
  await send(5);
  const { last } = await readEvents(started.port, '0:', 10);
  await send(50);
  const { events } = await readEvents(started.port, last, 1);
  assert.deepEqual(events, [{ name: 'dropped', data: { count: 40 } }]);
  await send(400);
  const later = await readEvents(started.port, last, 1);
  assert.deepEqual(later.events, [{ name: 'dropped', data: { count: 440 } }]);
});
