import assert from 'node:assert/strict';
import { connect, createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { createProgram } from '#cli/program.ts';
import { createTerminal } from '#cli/terminal/terminal.ts';
import { command, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { serve } from '#test/support/servers/serve.ts';
import { transcriptOf } from '#test/support/wire/transcript.ts';
import { listenOnAll } from '#wire/driver/connection-port.ts';

const BOTH = ['127.0.0.1', '::1'] as const;

const GET = 'GET /get HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** The status of a request to an address; or the code of the error of the connection. */
async function statusAt(host: string, port: number, path = '/get'): Promise<string> {
  const socket = connect({ host, port });
  const failed = new Promise<string>((resolve) =>
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? '')),
  );
  const opened = new Promise<undefined>((resolve) => socket.once('connect', () => resolve(undefined)));
  const code = await Promise.race([failed, opened]);
  if (code !== undefined) return code;
  const { text } = await transcriptOf(socket, [GET.replace('/get', path)]);
  return text.slice(9, 12);
}

const portOf = (url: string) => Number(new URL(url).port);

describe('a server on several addresses', () => {
  for (const host of [BOTH, ['localhost'], ['::1', '127.0.0.1'], ['localhost', '::1']])
    it(`has one port at all addresses of ${host}`, async (t) => {
      const server = await serve(t, { host, accountsPort: 0, controlPort: 0, tlsPort: 0 });
      for (const address of BOTH) {
        assert.equal(await statusAt(address, server.port), '200', address);
        assert.equal(await statusAt(address, server.accountsPort, '/login'), '200', address);
        assert.equal(await statusAt(address, server.controlPort, '/_sparring/health'), '200', address);
        // A request without TLS reaches the port with TLS.
        assert.equal(await statusAt(address, portOf(server.tlsUrl ?? '')), '400', address);
      }
      assert.equal(new URL(server.url).hostname, host[0] === '::1' ? '[::1]' : host[0]);
      const bin = await server.operations.connection.openScopePorts?.('bin');
      for (const address of BOTH)
        assert.equal(await statusAt(address, portOf(bin?.url ?? '')), '200', address);
      await bin?.close(0);
    });

  it('has the wildcards of IPv4 and IPv6 together', async (t) => {
    const { port, url } = await serve(t, { host: ['0.0.0.0', '::'] });
    assert.equal(new URL(url).hostname, 'localhost');
    for (const address of BOTH) assert.equal(await statusAt(address, port), '200', address);
  });

  it('closes idle connections of all addresses at once, and accepts no more', async (t) => {
    const server = await serve(t, { host: BOTH });
    const idle = BOTH.map((host) => connect({ host, port: server.port }));
    const ends = idle.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await Promise.all(idle.map((socket) => transcriptOf(socket, [], 0).catch(() => {})));
    const begin = performance.now();
    await server.close();
    await Promise.all(ends);
    assert.ok(performance.now() - begin < 2000);
    for (const host of BOTH) assert.equal(await statusAt(host, server.port), 'ECONNREFUSED');
  });

  it('does not start when the port of one address is in use, and frees the others', async (t) => {
    const other = await listenAt('::1', 0);
    t.after(() => other.close());
    const { port } = addressOf(other);
    await assert.rejects(serve(t, { host: BOTH, port }), { code: 'EADDRINUSE', address: '::1' });
    await assert.rejects(serve(t, { host: ['localhost'], port }), { code: 'EADDRINUSE', address: '::1' });
    assert.equal(await statusAt('127.0.0.1', port), 'ECONNREFUSED');
  });

  it('selects another port when the free one of the first address is in use at the second one', async (t) => {
    const taken: Server[] = [];
    t.after(() => taken.forEach((each) => void each.close()));
    const created: Server[] = [];
    const servers = await listenOnAll(BOTH, 0, () => {
      const server = createServer();
      created.push(server);
      // Only the first port of the first address gets taken.
      if (created.length === 1)
        server.once('listening', () => {
          taken.push(createServer().listen(addressOf(server).port, '::1'));
        });
      return server;
    });
    t.after(() => servers.forEach((each) => void each.close()));
    const [first, second, ...others] = servers.map(addressOf);
    assert.deepEqual([first?.address, second?.address, others], [...BOTH, []]);
    assert.equal(first?.port, second?.port);
    assert.equal(created.length, 4);
    assert.notEqual(first?.port, addressOf(taken[0] ?? assert.fail()).port);
  });
});

describe('the command on several addresses', () => {
  for (const [title, words] of [
    ['a list', ['--host', '127.0.0.1,::1']],
    ['repeated flags', ['--host', '127.0.0.1', '--host', '::1']],
    ['workers', ['--host', '127.0.0.1,::1', '--workers', '2']],
    ['brackets', ['--host', '127.0.0.1,[::1]']],
  ] as const)
    it(`listens on all of them: ${title}`, async (t) => {
      const home = await temporaryFolder(t);
      const run = command(t, home, [
        'serve',
        ...words,
        '--port',
        '0',
        '--accounts-port',
        '0',
        '--database',
        'memory',
        '--password-cost',
        'test',
      ]);
      const [, main = ''] = await run.printed(/Testing service +(http:\/\/127\.0\.0\.1:\d+)\//);
      const [, accounts = ''] = await run.printed(/Authorizations +(http:\/\/127\.0\.0\.1:\d+)\//);
      for (const host of BOTH) {
        assert.equal(await statusAt(host, portOf(main)), '200');
        assert.equal(await statusAt(host, portOf(accounts), '/login'), '200');
      }
    });

  it('names the address whose port is in use', async (t) => {
    const other = await listenAt('::1', 0);
    t.after(() => other.close());
    const { port } = addressOf(other);
    for (const workers of ['1', '2']) {
      const run = await runInProcess([
        'serve',
        '--host',
        '127.0.0.1,::1',
        '--port',
        String(port),
        '--database',
        'memory',
        '--workers',
        workers,
      ]);
      assertUsageError(run, new RegExp(`Port ${port} on ::1 is already in use`));
    }
  });
});

describe('a flag that is given twice', () => {
  it('is an error, unless it takes a list', async () => {
    const usage = await runInProcess(['serve', '--port', '1', '--port', '2']);
    assertUsageError(usage, / --port is given more than once; keep one of them\.\n$/);
    let count = 0;
    const visit = async (command: ReturnType<typeof createProgram>, path: readonly string[]) => {
      for (const each of command.commands) await visit(each, [...path, each.name()]);
      for (const { long, required, variadic, parseArg, argChoices } of command.options) {
        if (!long || !required) continue;
        const value = argChoices?.[0] ?? (long === '--format' ? 'text' : '1');
        // The last flag is unknown, so that no command runs.
        const { err } = await runInProcess([...path, long, value, long, value, '--none']);
        if (variadic || parseArg?.name === 'collect') assert.match(err, /--none/, long);
        else assert.match(err, new RegExp(`${long} is given more than once`), `${path.join(' ')} ${long}`);
        count++;
      }
    };
    await visit(createProgram(createTerminal()), []);
    assert.ok(count > 100, `${count} flags`);
  });
});

async function listenAt(host: string, port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, () => resolve()));
  return server;
}

function addressOf(server: Server): { readonly address: string; readonly port: number } {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address;
}
