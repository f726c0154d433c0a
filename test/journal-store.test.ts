import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { WebSocket } from 'ws';
import type { RecordedExchange } from '#journal/recording/record.ts';
import { toEntryView } from '#journal/views/json-view.ts';
import { start } from '#library/index.ts';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, type ServerOptions, startServer } from '#server/server.ts';
import { command, temporaryFolder } from './support/commands/command.ts';
import { startProgram } from './support/commands/started-program.ts';
import { openPostgresSchema } from './support/databases/postgres.ts';
import { entriesWhen } from './support/journal.ts';
import { type OriginalRequest, serveRecording } from './support/recorded-request.ts';
import { addRule } from './support/rules.ts';
import { until } from './support/until.ts';
import { openTcpProxy } from './support/wire/tcp-proxy.ts';
import { exchangeBytes, request } from './support/wire/wire.ts';

interface Engine {
  readonly name: string;
  open(t: TestContext): Promise<string | undefined>;
}

const ENGINES: readonly Engine[] = [
  { name: 'SQLite', open: async (t) => `sqlite:${path.join(await temporaryFolder(t), 'sparring.db')}` },
  { name: 'PostgreSQL', open: openPostgresSchema },
];

const POST = 'POST /post HTTP/1.1\r\nHost: a\r\n';

const REQUESTS: readonly OriginalRequest[] = [
  {
    name: 'fields',
    message: 'GET /get?a=%7e HTTP/1.1\r\nhOsT: h\r\nX-b: 1\r\nx-B: 2\r\nX-Latin: \xe9\r\n\r\n',
  },
  { name: 'bytes', message: `${POST}Content-Length: 4\r\n\r\n\x00\xff\r\n` },
  {
    name: 'chunks',
    message: `${POST}Transfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n3;a="b"\r\nabc\r\n0;last\r\nX-End: 1\r\n\r\n`,
  },
  { name: 'a body that is not complete', message: `${POST}Content-Length: 300\r\n\r\n${'long '.repeat(60)}` },
  { name: 'a bin', message: 'GET /bin/b/status/204 HTTP/1.1\r\nHost: a\r\n\r\n' },
  { name: 'a fault', message: 'GET /fault/reset@headers HTTP/1.1\r\nHost: a\r\n\r\n' },
  {
    name: 'a stream',
    stream: {
      method: 'POST',
      path: '/post',
      fields: { 'x-a': ['1', '2'] },
      body: 'abc',
      trailers: { 'x-last': '1' },
    },
  },
];

async function exchangeMessage(port: number): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/echo`);
  await once(socket, 'open');
  socket.send('hello');
  await once(socket, 'message');
  socket.close(4000, 'end');
  await once(socket, 'close');
}

/** All that a reader can see of the entries, with the retained bytes. */
const seen = ({ journal }: Pick<RunningServer, 'journal'>) =>
  [...(journal?.each(0, 'all') ?? [])].map((entry) => ({
    entry: structuredClone({ ...entry }),
    view: toEntryView(entry, true),
  }));

for (const engine of ENGINES)
  describe(`a journal in ${engine.name}`, () => {
    const serve = (t: TestContext, database: string, options: Partial<ServerOptions> = {}) =>
      serveRecording(t, { database, journalStore: 'database', journalBodySize: 256, ...options });

    it('has all kinds of entries after a restart, and the operations on them', async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const first = await serve(t, database);
      for (const each of REQUESTS) await first.record(each);
      await exchangeMessage(first.port);
      await exchangeBytes(first.port, 'GET /get HTTP/1.1\nHost: a\r\n\r\n');
      await addRule(first, { match: { path: '/ruled' }, respond: { status: 418 } });
      await first.record({ name: 'a rule', message: 'GET /ruled HTTP/1.1\r\nHost: a\r\n\r\n' });
      await entriesWhen(first, (all) =>
        all.every((entry) => entry.kind !== 'exchange' || entry.ended !== null),
      );
      const ids = first.journal?.entries().map(({ id }) => id) ?? [];
      const [marked = 0, repeatable = 0] = ids;
      assert.equal(first.journal?.annotate(marked, { marked: true, note: 'first' }).isKnown, true);
      const before = seen(first);
      const kinds = before.map(({ entry }) => entry.kind);
      assert.ok(kinds.includes('parser-error') && kinds.includes('exchange'), kinds.join());
      assert.ok(before.some(({ entry }) => entry.kind === 'exchange' && entry.webSocket?.messages?.length));
      await first.close();

      const second = await serve(t, database);
      assert.deepEqual(seen(second), before);
      const repeated = await second.call({
        method: 'POST',
        path: `/_sparring/requests/${repeatable}/replay`,
      });
      assert.equal(repeated.status, 200, repeated.text());
      const { id, connection } = Object(repeated.json());
      assert.ok(id > (ids.at(-1) ?? 0));
      assert.ok(connection.id > Math.max(...before.map(({ view }) => view.connection.id)));
      const har = Object((await second.call({ path: '/_sparring/requests.har?filter=method:POST' })).json());
      assert.ok(har.log.entries.length >= 5);
      assert.match(
        (await second.call({ path: `/_sparring/requests/${repeatable}/as/curl` })).text(),
        /^base64|curl/m,
      );
      assert.equal((await second.call({ path: `/_sparring/requests/${repeatable}/diff/${id}` })).status, 200);
      const awaited = await second.call({
        method: 'POST',
        path: '/_sparring/requests/await',
        body: JSON.stringify({ match: { bin: 'b' } }),
        fields: [['Content-Type', 'application/json']],
      });
      assert.equal(awaited.status, 200, awaited.text());
      const bins = Object((await second.call({ path: '/_sparring/bins' })).json());
      assert.match(JSON.stringify(bins), /"b"/);
    });

    it('survives SIGKILL', async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const words = ['--database', database, '--journal-store', 'database', '--port', '0'];
      const run = async () => {
        const program = await startProgram(t, { words });
        const { url, token } = await program.connection;
        const headers = { Authorization: `Bearer ${token}` };
        const get = async (target: string) => (await fetch(url + target, { headers })).text();
        const targets = async () =>
          JSON.parse(await get('/_sparring/requests?limit=500')).requests.map(
            ({ ended, request: { target } }: RecordedExchange) => [target, ended],
          );
        return { program, get, targets };
      };
      const { program, get, targets } = await run();
      for (let count = 0; count < 20; count++) await get(`/get?n=${count}`);
      const slow = get('/delay/9').catch(() => {});
      await until(async () => (await targets()).length === 21);
      // On a quiet machine, an entry is written 100 ms after the end of its exchange.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      program.process.kill('SIGKILL');
      await Promise.all([program.ended, slow]);
      const later = await run();
      await later.get('/get?n=20');
      const expected = Array.from({ length: 20 }, (_, at) => [`/get?n=${at}`, 'answered']);
      // On PostgreSQL, another node knows after 10 seconds that one has ended.
      await until(async () => (await later.targets())[20]?.[1] !== null);
      assert.deepEqual(await later.targets(), [
        ...expected,
        ['/delay/9', 'server-rst'],
        ['/get?n=20', 'answered'],
      ]);
    });

    it('continues a feed after a restart', async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const first = await serve(t, database);
      await first.record({ name: 'before', message: 'GET /get?1 HTTP/1.1\r\nHost: a\r\n\r\n' });
      await first.close();
      const second = await serve(t, database);
      await second.record({ name: 'after', message: 'GET /get?2 HTTP/1.1\r\nHost: a\r\n\r\n' });
      const response = await fetch(`${second.url}/_sparring/requests/live`, {
        headers: { 'Last-Event-ID': '1:' },
      });
      let text = '';
      for await (const chunk of response.body ?? []) {
        text += Buffer.from(chunk);
        if (/event: done/.test(text)) break;
      }
      assert.match(text, /event: request\nid: \S+\ndata: .*\/get\?2/);
      assert.doesNotMatch(text, /\/get\?1|dropped/);
    });

    it('is not changed by a snapshot that is restored, and is empty after a reset', async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const first = await serve(t, database);
      const call = (target: string) => first.call({ method: 'POST', path: `/_sparring/${target}` });
      const { id } = Object((await call('snapshots')).json());
      await first.call({ path: '/get' });
      assert.ok((await call(`snapshots/${id}/restore`)).status < 300);
      await first.close();
      const second = await serve(t, database);
      assert.equal(second.journal?.size, 1);
      assert.ok((await second.call({ method: 'POST', path: '/_sparring/reset' })).status < 300);
      await second.close();
      assert.equal((await serve(t, database)).journal?.size, 0);
    });

    it('is that of the library, too', async (t) => {
      const database = await engine.open(t);
      if (database === undefined) return;
      const options = { database, journalStore: 'database' } as const;
      const first = await start(options);
      await fetch(`${first.url}/get?library`);
      await first.close();
      const second = await start(options);
      t.after(() => second.close());
      assert.equal(second.journal.last()?.request.target, '/get?library');
      await second.journal.next({ path: '/get' });
    });
  });

/** A server that may log errors. */
async function serveWithErrors(t: TestContext, database: string, options: Partial<ServerOptions>) {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const server = await startServer({
    host: ['127.0.0.1'],
    port: 0,
    passwordCost: 'test',
    database,
    journalStore: 'database',
    runtime: createRuntime(),
    log,
    ...options,
  });
  t.after(() => server.close(undefined, 100));
  return { server, errors, get: (target: string) => request(server.port, { path: target }) };
}

describe('the file of a journal', () => {
  async function open(t: TestContext, options: Partial<ServerOptions> = {}) {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'sparring.db');
    const opened = await serveWithErrors(t, `sqlite:${file}`, options);
    const journalFile = `${file}-requests`;
    const count = () => {
      const reader = new DatabaseSync(journalFile, { readOnly: true });
      const row = reader.prepare('select count(*) as count from journal_entries').get();
      reader.close();
      return row?.count;
    };
    return { ...opened, folder, journalFile, count };
  }

  it('has access for its owner only', async (t) => {
    const { folder, get, count } = await open(t);
    await get('/get');
    await until(() => count() === 1);
    const files = readdirSync(folder).filter((name) => name.includes('-requests'));
    assert.ok(files.length >= 1);
    for (const name of files) assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
  });

  it('has no value that the journal must not keep', async (t) => {
    const { server, folder, count } = await open(t, { journalRedact: ['x-secret'] });
    const fields = [
      ['X-Secret', 'zebra-one'],
      ['Cookie', 'sparring_session=zebra-two; a=b'],
    ] as const;
    await request(server.port, { path: '/headers', fields });
    await request(server.port, { method: 'POST', path: '/login', body: 'login=mona&password=zebra-three' });
    await request(server.port, { path: '/api/v3/user', fields: [['Authorization', 'token zebra-four']] });
    await request(server.port, { path: '/get?end' });
    await until(() => count() === 2);
    await server.close();
    const bytes = readdirSync(folder)
      .filter((name) => name.includes('-requests'))
      .map((name) => readFileSync(path.join(folder, name), 'latin1'))
      .join('');
    assert.match(bytes, /\/get\?end/);
    assert.doesNotMatch(bytes, /zebra/);
  });

  it('is written later when another program has locked it, and no request waits', async (t) => {
    const { server, journalFile, get, count, errors } = await open(t);
    for (const target of ['/get?1', '/get?2']) await get(target);
    await until(() => count() === 2);
    const other = new DatabaseSync(journalFile);
    t.after(() => other.close());
    other.exec('begin immediate');
    const begun = performance.now();
    for (let number = 0; number < 20; number++) assert.equal((await get(`/get?${number}`)).status, 200);
    const removed = await request(server.port, {
      method: 'DELETE',
      path: `/_sparring/requests/${server.journal?.entries()[0]?.id}`,
    });
    assert.equal(removed.status, 204);
    assert.ok(performance.now() - begun < 3000);
    // Several attempts to write fail.
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(count(), 2);
    other.exec('rollback');
    await until(() => count() === 21);
    assert.deepEqual(errors, []);
  });

  it('is written later when it is lost and back, which the log reports with the lost entries', async (t) => {
    const { server, journalFile, get, count, errors } = await open(t, { journal: 5 });
    await get('/get?1');
    await until(() => count() === 1);
    renameSync(journalFile, `${journalFile}-away`);
    for (let number = 0; number < 8; number++) assert.equal((await get(`/get?${number}`)).status, 200);
    await until(() => errors.length === 1);
    assert.match(
      errors.join(),
      /^The journal cannot be written to the database \(.*\)\. Requests are served; /,
    );
    assert.equal((await get('/_sparring/requests')).status, 200);
    renameSync(`${journalFile}-away`, journalFile);
    await until(() => count() === 5);
    assert.deepEqual(errors.slice(1), [
      'The journal is written to the database again. 3 requests left the journal before.',
    ]);
    assert.equal(server.journal?.dropped, 4);
  });

  it('is not that of another program', async (t) => {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'sparring.db');
    const other = new DatabaseSync(`${file}-requests`);
    other.exec('create table t (a); pragma application_id = 7');
    other.close();
    await assert.rejects(
      start({ database: `sqlite:${file}`, journalStore: 'database' }),
      /^DatabaseError: Cannot use the journal .*sparring\.db-requests: it is the database of another program\.$/,
    );
  });
});

describe('a journal on PostgreSQL', () => {
  it('is written later when the database is away and back, and no request waits', async (t) => {
    const direct = await openPostgresSchema(t);
    if (direct === undefined) return;
    const proxy = await openTcpProxy(direct);
    t.after(() => proxy.close());
    const { server, errors, get } = await serveWithErrors(t, proxy.url, { journal: 10 });
    await get('/get?before');
    await proxy.refuse();
    const begun = performance.now();
    for (let number = 0; number < 20; number++) assert.equal((await get(`/get?${number}`)).status, 200);
    assert.ok(performance.now() - begun < 3000);
    const reported = (pattern: RegExp) => errors.filter((message) => pattern.test(message)).length === 1;
    await until(() => reported(/^The journal cannot be written to the database \(.+\)/));
    assert.equal(server.journal?.size, 10);
    await proxy.accept();
    await until(() =>
      reported(/^The journal is written to the database again\. \d+ requests left the journal /),
    );
    await server.close();
    const again = await serveWithErrors(t, direct, { journal: 10 });
    const targets = again.server.journal
      ?.entries()
      .map((entry) => entry.kind === 'exchange' && entry.request.target);
    assert.deepEqual(
      targets,
      Array.from({ length: 10 }, (_, at) => `/get?${at + 10}`),
    );
    assert.equal(again.server.journal?.dropped, 11);
  });
});

describe('the setting journalStore', () => {
  it('needs a database that outlives the process', async (t) => {
    await assert.rejects(start({ journalStore: 'database' }), {
      name: 'UsageError',
      message: 'A journal in the database needs a SQLite file or PostgreSQL as the database, not memory.',
    });
    const home = await temporaryFolder(t);
    const words = ['--database', 'memory', '--journal-store', 'database', '--port', '0'];
    const { code, err } = await command(t, home, words).finish;
    assert.deepEqual([code, err.split('\n').length], [2, 2], err);
  });

  it('is needed by several workers', async (t) => {
    const home = await temporaryFolder(t);
    const words = ['--workers', '2', '--journal-store', 'memory', '--port', '0'];
    const { code, err } = await command(t, home, words).finish;
    assert.deepEqual([code, err.split('\n').length], [2, 2], err);
    assert.match(err, /--journal-store memory needs --workers 1/);
  });
});
