import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext, test } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { createExchange, createFailure } from '#test/support/recorded-exchange.ts';
import { serve } from '#test/support/servers/serve.ts';
import { Journal } from '../recording/journal.ts';
import type { JournalEntry, RecordedExchange } from '../recording/record.ts';
import { type EntryForm, toForm } from '../views/entry-forms.ts';
import { createRedaction, NO_REDACTION } from '../views/redaction.ts';
import { LiveFeed } from './live-feed.ts';

/** A server, and a reader of its journal that reads one text at a time. */
async function open(t: TestContext, entries: number) {
  const server = await serve(t, { journal: entries });
  const { journal } = server;
  assert.ok(journal);
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await server.get('/status/204');
  };
  const read = (last: number) => {
    const reader = new LiveFeed(createRuntime()).read(journal, {
      filter: () => true,
      form: 'entry',
      scope: 'clients',
      redaction: NO_REDACTION,
      position: { last, pending: [] },
      signal: new AbortController().signal,
      onOverflow: () => assert.fail('the reader is not slow'),
    });
    return async () => {
      const { value = '' } = await reader.next();
      return [...value.matchAll(/^event: (\w+)\n(?:id: (\S+)\n)?data: \{(?:"count":(\d+))?/gm)].map((found) =>
        found.slice(1).filter(Boolean).join(' '),
      );
    };
  };
  return { server, journal, send, read };
}

test('a reader of earlier entries gets those that follow in the meantime, in order', async (t) => {
  const { send, read } = await open(t, 100);
  await send(2);
  const next = read(0);
  assert.deepEqual(await next(), []);
  assert.deepEqual(await next(), ['request 1', 'done 1:']);
  await send(1);
  assert.deepEqual(await next(), ['request 2', 'done 2:']);
  assert.deepEqual(await next(), ['request 3', 'done 3:']);
  const later = next();
  await send(1);
  const events = await later;
  while (events.length < 2) events.push(...(await next()));
  assert.deepEqual(events, ['request 4', 'done 4:']);
});

test('a reader of earlier entries gets the number of those that are dropped in the meantime', async (t) => {
  const { journal, send, read } = await open(t, 3);
  await send(5);
  const next = read(1);
  assert.deepEqual(await next(), []);
  assert.deepEqual(await next(), ['dropped 1', 'request 3', 'done 3:']);
  await send(5);
  assert.deepEqual(await next(), ['dropped 2']);
  assert.deepEqual(await next(), ['dropped 2', 'request 8', 'done 8:']);
  journal.clear();
  assert.deepEqual(await next(), ['dropped 2']);
  await send(1);
  assert.deepEqual(await next(), ['request 11', 'done 11:']);
});

test('the end of an exchange that was in progress is sent once, also while earlier entries are read', async (t) => {
  const { server, journal, send, read } = await open(t, 100);
  await send(1);
  const upload = connect(server.port, '127.0.0.1', () =>
    upload.write('POST /post HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 9\r\n\r\nhalf'),
  );
  while (journal.lastId < 2) await server.get('/_sparring/ready');
  const next = read(0);
  assert.deepEqual(await next(), []);
  assert.deepEqual(await next(), ['request 1', 'done 1:']);
  assert.deepEqual(await next(), ['request 2']);
  upload.write('-rest');
  await once(upload.resume(), 'close');
  await send(1);
  assert.deepEqual(await next(), ['done 2:']);
  assert.deepEqual(await next(), ['request 3', 'done 3:']);
});

const redaction = createRedaction({ salt: Buffer.from('salt') });

/** A journal to which a test adds entries, which can change. */
function openJournal() {
  const journal = new Journal({ entries: 100, bytes: 1e9, runtime: { after: () => () => {} } });
  const open = (first: JournalEntry) => {
    let entry = { ...first, id: journal.nextId() };
    const own = { id: entry.id, bin: null, size: 1, countedSize: 0, isComplete: true, view: () => entry };
    journal.add(own);
    return {
      changeTo(type: 'body' | 'done', parts: Partial<RecordedExchange>) {
        if (entry.kind === 'exchange') entry = { ...entry, ...parts };
        journal.changed(type, own);
        return entry;
      },
    };
  };
  const add = (entry: JournalEntry = createExchange()) => void open(entry);
  return { journal, open, add };
}

/** A time that a test lets pass. */
function createClock() {
  let timers: readonly { readonly milliseconds: number; readonly action: () => void }[] = [];
  const after = (milliseconds: number, action: () => void) => {
    const timer = { milliseconds, action };
    timers = [...timers, timer];
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const runtime = { after };
  return {
    runtime,
    timers: () => timers.map(({ milliseconds }) => milliseconds),
    /** The time of all timers passes. */
    expire() {
      const ended = timers;
      timers = [];
      for (const { action } of ended) action();
    },
  };
}

/** The text of an event. */
function event(
  name: string,
  id: string,
  entry: JournalEntry,
  masks = redaction,
  form: EntryForm = [],
): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(toForm(form, masks.entry(entry)))}\n\n`;
}

/** One turn of the event loop, in which a reader that was woken reads. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const CONNECTED = ': connected\n\n';
const COMMENT = ': \n\n';

describe('a reader', () => {
  function open(t: TestContext) {
    const { journal, ...opened } = openJournal();
    const clock = createClock();
    const feed = new LiveFeed(clock.runtime);
    const counts = { listeners: 0, overflows: 0 };
    const watched: Parameters<LiveFeed['read']>[0] = {
      inOrder: (after, scope) => journal.inOrder(after, scope),
      find: (id) => journal.find(id),
      get lastOrder() {
        return journal.lastOrder;
      },
      subscribeInOrder(listener, scope) {
        const end = journal.subscribeInOrder(listener, scope);
        counts.listeners++;
        return () => {
          counts.listeners--;
          end();
        };
      },
    };
    const controller = new AbortController();
    t.after(() => controller.abort());
    const read = (options: Partial<Parameters<LiveFeed['read']>[1]> = {}) => {
      const reader = feed.read(watched, {
        filter: () => true,
        redaction,
        form: [],
        scope: 'clients',
        position: undefined,
        signal: controller.signal,
        onOverflow: () => counts.overflows++,
        ...options,
      });
      return async () => (await reader.next()).value;
    };
    return { ...opened, clock, controller, counts, read };
  }

  it('gets the entries from now on, each with its end', async (t) => {
    const { open: begin, add, read, counts } = open(t);
    add();
    const next = read();
    assert.equal(await next(), CONNECTED);
    const later = next();
    await turn();
    assert.equal(counts.listeners, 1);
    const first = createExchange({ id: 2, ended: null, response: null });
    const entry = begin(first);
    assert.equal(await later, event('request', '2', first));
    entry.changeTo('body', {});
    const failure = { ...createFailure('no-request'), id: 3 };
    add(failure);
    assert.equal(await next(), event('request', '3:2,3', failure) + event('done', '3:2', failure));
    const end = next();
    const ended = entry.changeTo('done', { ended: 'answered' });
    assert.equal(await end, event('done', '3:', ended));
  });

  it('gets the form of its own, with masked credentials unless they are to be shown', async (t) => {
    const { add, read } = open(t);
    const readers = [
      [redaction, []],
      [NO_REDACTION, []],
      [NO_REDACTION, ['X-A']],
      [redaction, 'entry'],
      [redaction, 'entry'],
    ] as const;
    const nexts = readers.map(([masks, form]) => read({ redaction: masks, form }));
    assert.deepEqual(
      await Promise.all(nexts.map((next) => next())),
      readers.map(() => CONNECTED),
    );
    for (const id of [1, 2]) {
      const texts = nexts.map((next) => next());
      await turn();
      const entry = createExchange({ id, target: `/get?token=correct-horse-${id}`, headers: [['X-A', 'b']] });
      add(entry);
      assert.deepEqual(
        await Promise.all(texts),
        readers.map(
          ([masks, form]) =>
            event('request', `${id}`, entry, masks, form) + event('done', `${id}:`, entry, masks, form),
        ),
      );
    }
  });

  it('gets a comment after 15 seconds, and again', async (t) => {
    const { clock, read } = open(t);
    const next = read();
    await next();
    for (let count = 0; count < 2; count++) {
      const comment = next();
      await turn();
      assert.deepEqual(clock.timers(), [15_000]);
      clock.expire();
      assert.equal(await comment, COMMENT);
    }
  });

  it('ends with its signal, and leaves no listener and no timer', async (t) => {
    const { clock, controller, counts, read } = open(t);
    const [waiting, late] = [read(), read()];
    await Promise.all([waiting(), late()]);
    const end = waiting();
    await turn();
    assert.deepEqual([counts.listeners, clock.timers().length], [1, 1]);
    clock.expire();
    assert.equal(await end, COMMENT);
    controller.abort();
    assert.deepEqual([await waiting(), await late()], [undefined, undefined]);
    assert.deepEqual([counts.listeners, clock.timers()], [0, []]);
  });

  it('is too slow when more than a megabyte waits for it', async (t) => {
    const noted = (length: number) => ({ ...createExchange({ ended: null }), note: 'n'.repeat(length) });
    const rest = 1024 * 1024 - event('request', '1', noted(0), redaction, 'entry').length;
    for (const [length, overflows] of [
      [rest, 0],
      [rest + 1, 1],
    ] as const) {
      const { add, counts, read } = open(t);
      const next = read({ form: 'entry' });
      await next();
      const text = next();
      await turn();
      add(noted(length));
      assert.equal(counts.overflows, overflows);
      await text;
    }
  });
});
