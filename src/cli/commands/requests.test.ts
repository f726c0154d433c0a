import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { type SparringServer, start } from '#library/index.ts';
import { command, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, startInProcess } from '#test/support/commands/in-process-command.ts';
import { until } from '#test/support/until.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';

async function serve(t: TestContext, options: Parameters<typeof start>[0] = {}): Promise<SparringServer> {
  const server = await start(options);
  t.after(() => server.close());
  return server;
}

const startRequests = (server: { readonly url: string }, words: readonly string[] = [], isTerminal = false) =>
  startInProcess(['requests', '--url', server.url, ...words], { isTerminal });

const requests = (...input: Parameters<typeof startRequests>) => startRequests(...input).finish;

/** Lines without the parts that vary. */
const stable = (text: string) =>
  text
    .replace(/\d\d:\d\d:\d\d/g, 'TIME')
    .replace(/ *[\d.]+ (K?i?B)/g, 'N $1')
    .replace(/ *[\d.]+ m?s(?=<)/g, 'N ms')
    .replace(/ {3,}<dim>/g, '  <dim>')
    .replace(/:\d{4,5}$/gm, ':PORT');

describe('sparring requests', () => {
  it('prints a line for each request on a terminal, with colors', async (t) => {
    const server = await serve(t);
    await fetch(`${server.url}/get?a=1&token=correct-horse`);
    await fetch(`${server.url}/status/404`, { headers: { 'Sparring-Bin': 't1' } });
    await exchangeBytes(server.port, 'NONSENSE\r\n\r\n');
    await server.journal.next({}, { count: 2, until: 'done' });
    const { code, out, err } = await requests(server, [], true);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      stable(out),
      /^<dim>TIME<\/> {2}<green>200<\/> {2}GET {6}\/get\?a=1&token=\*{4}orse~[0-9a-f]{8} {2}<dim>N B<\/> {2}<dim>N ms<\/>\n/,
    );
    assert.match(
      stable(out),
      /\n<dim>TIME<\/> {2}<yellow>404<\/> {2}GET {6}\/status\/404 {2}<dim>N B<\/> {2}<dim>N ms<\/> {2}bin t1\n/,
    );
    assert.match(
      stable(out),
      /\n<dim>TIME<\/> {2}<red>400<\/> {2}End of line in the method at byte 8 \(syntax\), from 127\.0\.0\.1:PORT\n$/,
    );
  });

  it('prints lines of JSON if the output is no terminal, or with --json', async (t) => {
    const server = await serve(t);
    await fetch(`${server.url}/get?1`);
    await fetch(`${server.url}/get?2`);
    await server.journal.next({}, { count: 2, until: 'done' });
    const { out } = await requests(server);
    const entries = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      entries.map(({ id, request }) => [id, request.target]),
      [
        [1, '/get?1'],
        [2, '/get?2'],
      ],
    );
    assert.equal((await requests(server, ['--json'], true)).out, out);
  });

  it('prints no control characters of a request, neither as a line nor as JSON', async (t) => {
    const server = await serve(t);
    const agent = Buffer.from(Array.from({ length: 32 }, (_, index) => 0x80 + index)).toString('latin1');
    await exchangeBytes(
      server.port,
      `GET /get HTTP/1.1\r\nHost: x\r\nUser-Agent: \x9b31m${agent}\r\nConnection: close\r\n\r\n`,
    );
    await server.journal.next({}, { until: 'done' });
    const { out } = await requests(server);
    assert.doesNotMatch(out.trimEnd(), /\p{Cc}/u);
    assert.match(out, /\\u009b31m/);
    assert.equal(new Map(JSON.parse(out).request.headers).get('User-Agent'), `\x9b31m${agent}`);
    assert.doesNotMatch((await requests(server, [], true)).out.trimEnd(), /\p{Cc}/u);
  });

  it('selects requests by bin, filter and number', async (t) => {
    const server = await serve(t);
    for (const path of ['/get?1', '/bin/t1/get?2', '/bin/t1/status/500']) await fetch(server.url + path);
    await server.journal.next({}, { count: 3, until: 'done' });
    const targets = async (...words: string[]) =>
      [...(await requests(server, words, true)).out.matchAll(/GET +(\S+)/g)].map(([, target]) => target);
    assert.deepEqual(await targets('--bin', 't1'), ['/bin/t1/get?2', '/bin/t1/status/500']);
    assert.deepEqual(await targets('--filter', 'path:/get -bin:t1'), ['/get?1']);
    assert.deepEqual(await targets('--limit', '1'), ['/bin/t1/status/500']);
    const one = await requests(server, ['2'], true);
    assert.match(one.out, /\nGET \/bin\/t1\/get\?2 HTTP\/1\.1\nhost: /i);
    assert.match(one.out, /\nHTTP\/1\.1 200\n[\s\S]*"args"/);
    assert.equal(JSON.parse((await requests(server, ['2'])).out).id, 2);
    assertUsageError(await requests(server, ['99']), /99/);
    assertUsageError(await requests(server, ['two']), /two is not the number of a request/);
    assert.equal((await requests(server, ['--bin', 'x'], true)).out, 'No request is recorded.\n');
    assert.equal((await requests(server, ['--bin', 'x'])).out, '');
  });

  it('rejects invalid input in one sentence', async (t) => {
    const server = await serve(t);
    assertUsageError(await requests(server, ['--filter', 'metod:GET']), /did you mean method\?/);
    assertUsageError(await requests(server, ['--follow', '--filter', 'status:much']), /status/);
    assertUsageError(await requests(server, ['--limit', '501']), /limit/);
    assertUsageError(
      await requests(await serve(t, { journal: 0 })),
      /The journal is off; start the server with --journal 1000\./,
    );
    await server.close();
    assertUsageError(await requests(server), /Nothing listens at/);
    assertUsageError(await requests(server, ['--follow']), /Nothing listens at/);
  });

  it('uses the control token', async (t) => {
    const server = await serve(t, { controlToken: 'correct-horse-battery' });
    await fetch(`${server.url}/get`);
    const follow = (token: string) =>
      startInProcess(['requests', '--url', server.url, '--follow'], {
        variables: { SPARRING_CONTROL_TOKEN: token },
      });
    assertUsageError(await follow('wrong-horse-battery').finish, /rejects this token/);
    const following = follow('correct-horse-battery');
    await following.printed(/\/get/);
    await server.close();
    assert.match((await following.finish).err, /has stopped\.\n$/);
  });
});

describe('sparring requests --follow', () => {
  it('prints earlier and further requests once, and ends when the server stops', async (t) => {
    const server = await serve(t);
    await fetch(`${server.url}/get?1`);
    const inProgress = fetch(`${server.url}/delay/0.2`);
    await server.journal.next({ path: '/delay/0.2' });
    const following = startRequests(server, ['--follow'], true);
    await inProgress;
    await fetch(`${server.url}/get?2`);
    await following.printed(/\/get\?2/);
    await server.close();
    const { code, out, err } = await following.finish;
    assert.deepEqual(
      [...out.matchAll(/GET +(\S+)/g)].map(([, target]) => target),
      ['/get?1', '/delay/0.2', '/get?2'],
    );
    assert.deepEqual([code, err], [1, `sparring: The server at ${server.url} has stopped.\n`]);
  });

  it('prints as many earlier requests as the limit says', async (t) => {
    const server = await serve(t);
    for (let count = 1; count <= 4; count++) await fetch(`${server.url}/get?${count}`);
    await server.journal.next({}, { count: 4, until: 'done' });
    const following = startRequests(server, ['--follow', '--limit', '2'], true);
    await following.printed(/\/get\?4/);
    await fetch(`${server.url}/get?5`);
    await following.printed(/\/get\?5/);
    await server.close();
    const { out } = await following.finish;
    assert.deepEqual(
      [...out.matchAll(/GET +(\S+)/g)].map(([, target]) => target),
      ['/get?3', '/get?4', '/get?5'],
    );
  });

  it('prints more earlier requests than may wait for a reader', async (t) => {
    const server = await serve(t);
    const headers = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`X-${index}`, 'x'.repeat(490)]),
    );
    for (let count = 0; count < 40; count++)
      await (await fetch(`${server.url}/get?${count}`, { headers })).text();
    await server.journal.next({}, { count: 40, until: 'done' });
    const following = startRequests(server, ['--follow', '--limit', '40'], true);
    await following.printed(/get\?39/);
    await fetch(`${server.url}/status/204`);
    await following.printed(/204/);
    await server.close();
    assert.equal((await following.finish).out.match(/GET/g)?.length, 41);
  });

  it('ends when the output is closed', async (t) => {
    const server = await serve(t);
    const home = await temporaryFolder(t);
    const child = command(t, home, ['requests', '--follow', '--url', server.url]);
    await fetch(`${server.url}/get?1`);
    await child.printed(/"\/get\?1"/);
    child.process.stdout?.destroy();
    await until(async () => {
      await fetch(`${server.url}/get?2`);
      return child.process.exitCode !== null;
    });
    assert.deepEqual([child.process.exitCode, (await child.finish).err], [0, '']);
  });

  it('continues after a lost connection, without loss and repetition', async (t) => {
    const server = await serve(t);
    const sockets: { destroy(): void }[] = [];
    // A proxy whose connections can be cut.
    const proxy = createServer((client) => {
      sockets.push(client);
      const { port } = server;
      import('node:net').then(({ connect }) => {
        const upstream = connect(port, '127.0.0.1');
        client.on('error', () => {}).on('close', () => upstream.destroy());
        upstream.on('error', () => {}).on('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
    }).listen(0, '127.0.0.1');
    t.after(() => proxy.close());
    await new Promise((resolve) => proxy.once('listening', resolve));
    const address = proxy.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const following = startRequests({ url: `http://127.0.0.1:${port}` }, ['--follow'], true);
    await fetch(`${server.url}/get?1`);
    await following.printed(/\/get\?1/);
    for (const socket of sockets) socket.destroy();
    await fetch(`${server.url}/get?2`);
    await following.printed(/\/get\?2/);
    await server.close();
    proxy.close();
    const { out } = await following.finish;
    assert.deepEqual(
      [...out.matchAll(/GET +(\S+)/g)].map(([, target]) => target),
      ['/get?1', '/get?2'],
    );
  });
});
