import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { resetConnection } from '#wire/driver/socket/reset-connection.ts';
import { descendants, isRunning } from './support/commands/processes.ts';
import { type StartedProgram, startProgram } from './support/commands/started-program.ts';
import { until } from './support/until.ts';
import { openRawConnection } from './support/wire/raw-connection.ts';
import { HTTP2_KINDS, PLAIN_KINDS, REQUEST_KINDS, type RequestKind } from './support/wire/request-kinds.ts';
import { request } from './support/wire/wire.ts';
import { startWorkers } from './support/workers/workers.ts';

/** When the client resets the connection; with unread bytes, its system does that when the client closes it. */
const MOMENTS = ['before the response', 'within it', 'after it', 'with unread bytes'] as const;

/** Milliseconds to wait for the first byte of a response: some kinds get none. */
const PATIENCE_MS = 150;

/** Milliseconds until a process has closed its sockets: a busy machine gives it little time. */
const RELEASE_MS = 200_000;

interface Port {
  readonly number: number;
  /** The certificate authority to trust; undefined without TLS. */
  readonly ca?: string | undefined;
}

const get = async ({ number, ca }: Port) =>
  assert.equal((await request(number, { path: '/get' }, ca)).status, 200);

/** @param port without an authority for kinds in place of TLS. */
async function leave(port: Port, kind: RequestKind, moment: (typeof MOMENTS)[number], next: Port) {
  const { isHttp2 = false } = kind;
  const { socket, tcp, ended } = openRawConnection(port.number, {
    ca: port.ca,
    protocol: isHttp2 ? 'h2' : 'http/1.1',
  });
  await once(socket, port.ca === undefined ? 'connect' : 'secureConnect');
  if (moment === 'with unread bytes') tcp.pause();
  else socket.resume();
  const responded = once(socket, 'data').catch(() => {});
  await new Promise<void>((resolve) => socket.write(kind.bytes, () => resolve()));
  if (moment === 'within it' || moment === 'after it')
    await Promise.race([responded, ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
  // The server has processed what precedes the request.
  if (moment === 'after it' || moment === 'with unread bytes') await get(next);
  if (moment === 'with unread bytes') tcp.destroy();
  else resetConnection(tcp);
  socket.destroy();
}

interface Program {
  readonly pid: number;
  /** What the program printed on its standard error. */
  errors(): string;
}

/** Connections to a port. */
interface Visit {
  readonly port: Port;
  /** The port of the requests between them; without it, the same. Without TLS, they are quicker. */
  readonly next?: Port;
  readonly kinds: readonly RequestKind[];
}

/**
 * Leaves connections of all kinds at all moments, kind by kind. After each, the processes run and serve; after all, they have as
 * many descriptors as before.
 */
async function assertServes({ pid, errors }: Program, visits: readonly Visit[]): Promise<void> {
  const openFiles = (pids: readonly number[]) =>
    pids.map((each) => readdirSync(`/proc/${each}/fd`).length).reduce((sum, count) => sum + count, 0);
  const processes = [pid, ...descendants(pid)];
  const assertRunning = (after: string) =>
    assert.ok(processes.every(isRunning), `a process has ended after ${after}: ${errors()}`);
  for (const { port, next = port } of visits) await get(next);
  const before = openFiles(processes);
  const leaveAll = async ({ port, next = port, kinds }: Visit) => {
    for (const kind of kinds) {
      try {
        await Promise.all(MOMENTS.map((moment) => leave(port, kind, moment, next)));
        await get(next);
      } catch (cause) {
        assertRunning(kind.name);
        throw new Error(`No response after ${kind.name}`, { cause });
      }
      assertRunning(kind.name);
    }
  };
  await Promise.all(visits.map(leaveAll));
  await until(() => openFiles(processes) <= before, RELEASE_MS);
  assertRunning('all');
  assert.equal(errors(), '');
}

function toProgram({ process: { pid = 0 }, texts }: StartedProgram): Program {
  return { pid, errors: () => texts.err };
}

const parsePort = (url: string | null, ca?: string): Port => ({
  number: Number(new URL(url ?? '').port),
  ca,
});

const library = fileURLToPath(new URL('./support/servers/library-server.ts', import.meta.url));

describe('a client that leaves at any moment does not end', {
  skip: process.platform !== 'linux',
  concurrency: true,
  timeout: 300_000,
}, () => {
  it('the server, without TLS and with HTTP/1.1 only', async (t) => {
    const started = await startProgram(t, { words: ['--no-h2c'] });
    const { url } = await started.connection;
    await assertServes(toProgram(started), [{ port: parsePort(url), kinds: REQUEST_KINDS }]);
  });

  it('the server, with HTTP/2 and TLS', async (t) => {
    const started = await startProgram(t);
    const { url, tlsUrl, ca } = await started.connection;
    const port = parsePort(url);
    const kinds = [...REQUEST_KINDS, ...HTTP2_KINDS];
    await assertServes(toProgram(started), [
      { port, kinds },
      { port: parsePort(tlsUrl, ca?.pem), next: port, kinds },
      { port: parsePort(tlsUrl), next: port, kinds: PLAIN_KINDS },
    ]);
  });

  it('the program that uses the library', async (t) => {
    const started = await startProgram(t, { program: [process.execPath, library] });
    const { url } = await started.connection;
    await assertServes(toProgram(started), [{ port: parsePort(url), kinds: REQUEST_KINDS }]);
  });

  it('two workers', async (t) => {
    const { port, pid, process } = await startWorkers(t, 2);
    let printed = '';
    process.stderr?.on('data', (chunk) => (printed += chunk));
    await assertServes({ pid, errors: () => printed }, [{ port: { number: port }, kinds: REQUEST_KINDS }]);
  });
});
