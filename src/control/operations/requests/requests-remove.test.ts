import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Journal } from '#journal/recording/journal.ts';
import { JournalRecorder } from '#journal/recording/journal-recorder.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { ConnectionInfo } from '#wire/connection-info.ts';

const list = async (server: TestServer) => {
  const { requests } = JSON.parse((await server.get('/_sparring/requests?limit=500')).text());
  return requests.map(({ id }: { id: number }) => id);
};

const call = async (server: TestServer, method: string, path: string, body?: unknown) => {
  const response = await server.send({
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: response.body.length > 0 ? JSON.parse(response.text()) : undefined,
  };
};

test('a filter removes what it selects, and the removal is undone with the same ids and bodies', async (t) => {
  const server = await serve(t);
  for (let n = 1; n <= 6; n++)
    await server.send({ method: 'POST', path: n % 2 ? '/anything/a' : '/bin/b1/post', body: `body ${n}` });
  const before = (await server.get('/_sparring/requests')).text();
  const { status, body } = await call(
    server,
    'DELETE',
    '/_sparring/requests?filter=path:/anything/a*&undo=60',
  );
  assert.equal(status, 200);
  assert.equal(body.deleted, 3);
  assert.deepEqual(await list(server), [2, 4, 6]);
  assert.deepEqual((await call(server, 'POST', `/_sparring/requests/undo/${body.undo}`)).body, {
    restored: 3,
  });
  assert.equal((await server.get('/_sparring/requests')).text(), before);
  assert.equal((await call(server, 'POST', `/_sparring/requests/undo/${body.undo}`)).status, 404);
});

test('one, selected and all but marked entries are removed', async (t) => {
  const server = await serve(t);
  for (let n = 1; n <= 6; n++) await server.get('/get');
  assert.equal((await call(server, 'DELETE', '/_sparring/requests/1')).status, 204);
  assert.equal((await call(server, 'DELETE', '/_sparring/requests/1')).status, 404);
  const one = await call(server, 'DELETE', '/_sparring/requests/2?undo=60');
  assert.equal((await call(server, 'DELETE', '/_sparring/requests?ids=3,4')).status, 204);
  assert.deepEqual(await list(server), [5, 6]);
  await call(server, 'PATCH', '/_sparring/requests/6', { marked: true });
  assert.equal(
    (await call(server, 'DELETE', '/_sparring/requests?filter=-is:marked&undo=60')).body.deleted,
    1,
  );
  assert.deepEqual(await list(server), [6]);
  await call(server, 'POST', `/_sparring/requests/undo/${one.body.undo}`);
  assert.deepEqual(await list(server), [2, 6]);
  assert.equal((await call(server, 'DELETE', '/_sparring/requests?ids=1&filter=a')).status, 400);
  assert.equal((await call(server, 'DELETE', '/_sparring/requests')).status, 204);
  assert.deepEqual(await list(server), []);
});

test('an entry whose id is named twice is removed and restored once', async (t) => {
  const server = await serve(t);
  for (let n = 1; n <= 3; n++) await server.get('/get');
  const { body } = await call(server, 'DELETE', '/_sparring/requests?ids=2,2,3&undo=60');
  assert.equal(body.deleted, 2);
  assert.deepEqual(await list(server), [1]);
  assert.deepEqual((await call(server, 'POST', `/_sparring/requests/undo/${body.undo}`)).body, {
    restored: 2,
  });
  assert.deepEqual(await list(server), [1, 2, 3]);
});

test('entries cannot be restored after their time, also of a connection that ended before it was known', () => {
  let expire = () => {};
  const runtime = {
    monotonic: () => 0,
    machineNow: () => 0,
    after(milliseconds: number, run: () => void) {
      if (milliseconds === 1000) expire = run;
      return () => {};
    },
  };
  const journal = new Journal({ entries: 5, bytes: 1000, runtime });
  const recorder = new JournalRecorder(journal, {
    bodySize: 10,
    redacted: [],
    recordsAuthorizations: false,
    runtime,
    removeCredentials: (exchange) => exchange,
  });
  const connection = new ConnectionInfo('127.0.0.1:50000', () => 1);
  const remove = () => {
    recorder.tlsFailed(connection, { code: 'E', message: undefined, isEmpty: false, status: null });
    return journal.remove([journal.lastId], { key: 'k', milliseconds: 1000 });
  };
  assert.equal(remove(), 1);
  assert.equal(journal.restore('k'), 1);
  const [entry] = journal.entries();
  assert.ok(entry && entry.kind !== 'exchange');
  assert.deepEqual(entry.connection, { id: 1, remote: '127.0.0.1:50000', requestNumber: 0, tls: null });
  assert.equal(remove(), 1);
  expire();
  assert.equal(journal.restore('k'), 0);
});

test('bytes of removed entries count in the limit, and new entries release them', async (t) => {
  const server = await serve(t, { journalSize: 20_000, journalBodySize: 10_000 });
  await server.send({ method: 'POST', path: '/status/204', body: 'x'.repeat(10_000) });
  const { body } = await call(server, 'DELETE', '/_sparring/requests?undo=60');
  await server.send({ method: 'POST', path: '/status/204', body: 'y'.repeat(10_000) });
  await server.send({ method: 'POST', path: '/status/204', body: 'z'.repeat(5000) });
  assert.deepEqual(await list(server), [2, 3]);
  assert.equal((await call(server, 'POST', `/_sparring/requests/undo/${body.undo}`)).status, 404);
});
