import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';
import { createRuntime } from '../../runtime.ts';
import { NO_REDACTION } from '../views/redaction.ts';
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
