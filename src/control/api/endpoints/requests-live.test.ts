import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';

interface ReceivedEvent {
  readonly event: string;
  readonly id: string;
  readonly data: {
    id: number;
    bin: string | null;
    count?: number;
    request: { target: string; headers: string[][]; body: object };
  };
}

interface Reader {
  readonly socket: Socket;
  /** Everything that was received. */
  text(): string;
  events(): ReceivedEvent[];
  /** Resolves when the condition holds for the events. */
  until(condition: (events: ReceivedEvent[]) => boolean): Promise<ReceivedEvent[]>;
}

/** Reads the live journal. */
async function follow(
  t: TestContext,
  server: TestServer,
  query = '',
  lastEventId?: string,
  isPaused = false,
): Promise<Reader> {
  const socket = connect(server.port, '127.0.0.1');
  t.after(() => socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const field = lastEventId === undefined ? '' : `Last-Event-ID: ${lastEventId}\r\n`;
  socket.write(`GET /_sparring/requests/live${query} HTTP/1.1\r\nHost: localhost\r\n${field}\r\n`);
  const events = () => parseEvents(received);
  const reader: Reader = {
    socket,
    text: () => received,
    events,
    async until(condition) {
      await until(() => condition(events()));
      return events();
    },
  };
  if (isPaused) {
    socket.pause();
    return reader;
  }
  while (!/: connected|^HTTP\/1\.1 [45]/.test(received) && !socket.destroyed)
    await new Promise((resolve) => setTimeout(resolve, 2));
  return reader;
}

/** The complete events of a chunked response. */
function parseEvents(received: string): ReceivedEvent[] {
  const body = received.slice(received.indexOf('\r\n\r\n') + 4).replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, '');
  return body
    .split('\n\n')
    .slice(0, -1)
    .filter((text) => text.includes('data: '))
    .map((text) => {
      const line = (name: string) =>
        text
          .split('\n')
          .find((each) => each.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? '';
      return { event: line('event'), id: line('id'), data: JSON.parse(line('data')) };
    });
}

const ascending = (one: number, other: number) => one - other;

const doneIds = (events: readonly ReceivedEvent[]) =>
  events.filter(({ event }) => event === 'done').map(({ data }) => data.id);

describe('GET /_sparring/requests/live', () => {
  it('sends each request and its end', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const reader = await follow(t, server);
    assert.match(reader.text(), /^HTTP\/1\.1 200 OK\r\nContent-Type: text\/event-stream; charset=utf-8\r\n/);
    const sentAt = performance.now();
    await server.send({
      method: 'POST',
      path: '/bin/t1/post?a=1',
      body: 'x',
      fields: [['Authorization', 'Bearer correct-horse']],
    });
    const events = await reader.until((all) => doneIds(all).length === 1);
    assert.ok(performance.now() - sentAt < 2000);
    assert.deepEqual(
      events.map(({ event, id, data }) => [event, id, data.id]),
      [
        ['request', '2', 2],
        ['done', '2:', 2],
      ],
    );
    const [, done] = events;
    assert.equal(done?.data.request.target, '/bin/t1/post?a=1');
    assert.deepEqual(Object.keys(done?.data.request.body ?? {}), ['length', 'sha256', 'kept', 'truncated']);
    assert.doesNotMatch(reader.text(), /correct/);
  });

  it('sends connections without a valid request', async (t) => {
    const server = await serve(t);
    const reader = await follow(t, server);
    connect(server.port, '127.0.0.1').end('NOT A REQUEST\r\n\r\n').resume();
    const events = await reader.until((all) => all.length >= 2);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['request', 'done'],
    );
  });

  it('selects by a filter', async (t) => {
    const server = await serve(t);
    const readers = [
      await follow(t, server, '?bin=t1'),
      await follow(t, server, '?filter=status:%3E=500'),
      await follow(t, server, '?secrets=show&path=/headers'),
    ];
    for (const path of ['/get', '/bin/t1/get', '/status/503']) await server.get(path);
    await server.get('/headers', [['Authorization', 'Bearer correct-horse']]);
    const [bin, failed, shown] = await Promise.all(
      readers.map((reader) => reader.until((all) => doneIds(all).length > 0)),
    );
    assert.deepEqual(
      bin?.map(({ event, data }) => [event, data.id]),
      [
        ['request', 2],
        ['done', 2],
      ],
    );
    // The status is known at the end.
    assert.deepEqual(
      failed?.map(({ event, data }) => [event, data.id]),
      [['done', 3]],
    );
    assert.match(JSON.stringify(shown), /correct-horse/);
  });

  it('resumes without loss or repetition after any event', async (t) => {
    const server = await serve(t);
    const all = await follow(t, server, '?since=0');
    const first = await follow(t, server);
    const slow = server.get('/delay/1');
    await first.until((events) => events.length === 1);
    await Promise.all(Array.from({ length: 20 }, (_, index) => server.get(`/get?a=${index}`)));
    const before = await first.until((events) => events.length >= 21);
    first.socket.destroy();
    await Promise.all([slow, ...Array.from({ length: 20 }, () => server.get('/headers'))]);
    const total = (await all.until((events) => doneIds(events).length === 41)).length;
    assert.equal(total, 82);
    for (const cut of [1, 2, 10, before.length]) {
      const seen = before.slice(0, cut);
      const second = await follow(t, server, '', seen.at(-1)?.id);
      const rest = await second.until((events) => events.length >= 82 - cut);
      const names = [...seen, ...rest].map(({ event, data }) => `${event} ${data.id}`);
      assert.equal(new Set(names).size, 82, `after ${cut} events`);
      assert.equal(names.length, 82);
      second.socket.destroy();
    }
  });

  it('tells how many entries were dropped in between', async (t) => {
    const server = await serve(t, { journal: 5 });
    for (let count = 0; count < 12; count++) await server.get('/get');
    const reader = await follow(t, server, '?since=2:');
    const events = await reader.until((all) => doneIds(all).length === 5);
    assert.deepEqual([events[0]?.event, events[0]?.data.count], ['dropped', 5]);
    assert.deepEqual(doneIds(events), [8, 9, 10, 11, 12]);
  });

  it('resumes after more entries than may wait for a reader, which may read slowly', async (t) => {
    const server = await serve(t, { h2c: true });
    // About 2 MB of events.
    const fields = Array.from({ length: 40 }, (_, index) => [`X-${index}`, 'x'.repeat(490)] as const);
    const sendMany = async (count: number) => {
      for (let sent = 0; sent < count; sent++) await server.get('/status/204', fields);
    };
    await sendMany(50);
    const slow = server.get('/delay/0.3');
    const paused = await follow(t, server, '', '1', true);
    await sendMany(5);
    await slow;
    paused.socket.resume();
    const reader = await follow(t, server, '', '1');
    for (const { until } of [paused, reader]) {
      const events = await until((all) => doneIds(all).length === 56);
      assert.deepEqual(new Set(doneIds(events)).size, 56);
      assert.equal(events.filter(({ event }) => event === 'request').length, 55);
      assert.ok(events.every(({ event }) => event !== 'dropped'));
    }
    await server.get('/get');
    for (const { until } of [paused, reader]) await until((all) => doneIds(all).length === 57);
    assert.deepEqual(
      doneIds(paused.events()).toSorted(ascending),
      doneIds(reader.events()).toSorted(ascending),
    );
    assert.ok(paused.text().length > 2_000_000);

    const session = connectHttp2(server.url);
    t.after(() => session.destroy());
    const stream = session.request({ ':path': '/_sparring/requests/live', 'last-event-id': '1' });
    let received = '';
    for await (const chunk of stream.setEncoding('utf8')) {
      received += chunk;
      if (received.split('\nevent: done\n').length > 57) break;
    }
    assert.equal(received.split('\nevent: done\n').length - 1, 57);
  });

  it('begins with all entries after the id of another process', async (t) => {
    const server = await serve(t);
    await server.get('/get');
    const reader = await follow(t, server, '', '500');
    assert.deepEqual(doneIds(await reader.until((all) => all.length === 2)), [1]);
  });

  it('rejects invalid parameters', async (t) => {
    const server = await serve(t);
    for (const query of [
      'since=x',
      'since=-1',
      'since=1:a',
      `since=1:${'1,'.repeat(600)}`,
      'status=x',
      'filter=methd:x',
      'x=y',
    ])
      assert.equal((await server.get(`/_sparring/requests/live?${query}`)).status, 400, query);
  });

  it('serves at most 20 readers', async (t) => {
    const server = await serve(t);
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(t, server)));
    const response = await server.get('/_sparring/requests/live');
    assert.deepEqual([response.status, response.field('Retry-After')], [503, '5']);
    readers[0]?.socket.destroy();
    await assert.doesNotReject(async () => {
      while (!(await follow(t, server)).text().startsWith('HTTP/1.1 200'));
    });
  });

  it('disconnects a reader that does not read', async (t) => {
    const server = await serve(t);
    const reader = await follow(t, server);
    reader.socket.pause();
    const closed = new Promise((resolve) => reader.socket.once('close', resolve));
    const fields = Array.from({ length: 30 }, (_, index) => [`X-${index}`, 'x'.repeat(400)] as const);
    const other = await follow(t, server, '?method=PUT');
    for (let count = 0; count < 40; count++)
      await Promise.all(Array.from({ length: 10 }, () => server.get('/status/204', fields)));
    reader.socket.resume();
    await closed;
    await server.send({ method: 'PUT', path: '/put' });
    await other.until((events) => doneIds(events).length === 1);
  });

  it('ends when the server closes', async (t) => {
    const server = await serve(t);
    const reader = await follow(t, server);
    const closed = new Promise((resolve) => reader.socket.once('close', resolve));
    const startedAt = performance.now();
    await Promise.all([server.close(), closed]);
    assert.ok(performance.now() - startedAt < 5000);
  });
});
