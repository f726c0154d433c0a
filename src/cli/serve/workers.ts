import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createListenFailure } from '#config/listen-failure.ts';
import type { Settings } from '#config/settings/settings.ts';
import { openTls, type TlsIdentity } from '#config/tls.ts';
import { toOperatorError } from '#database/database-errors.ts';
import { isPostgres } from '#database/location.ts';
import { checkPorts } from '#server/ports.ts';
import { openServerStore } from '#server/server.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import type { StateEngine } from '#shared/database/engine.ts';
import { ReadAgainRelay } from '#shared/database/read-again.ts';
import { LABS } from '#testing/labs/index.ts';
import { logicOf } from '#testing/labs/keys/labs.ts';
import { endAttemptsOf } from '#testing/labs/keys/lost-attempts.ts';
import { closeAll, listenOnAll, portOf } from '#wire/driver/connection-port.ts';
import { openState } from './open-state.ts';
import { createPrepare, PORT_NAMES, type ServeOptions, type Serving } from './serving.ts';
import { Supervisor } from './supervisor.ts';

/** Serves in several worker processes, which this process starts. */
export async function serveInWorkers(options: ServeOptions, count: number): Promise<Serving> {
  const { runtime, log, seed, lifecycle, origins, commandToken } = options;
  checkPorts(options.settings);
  const temporaryFolder = isPostgres(options.settings.database) ? undefined : await createFolder();
  const isInMemory = temporaryFolder !== undefined && options.settings.database === 'memory';
  const database = isInMemory ? `sqlite:${path.join(temporaryFolder, 'sparring.db')}` : undefined;
  const settings = { ...options.settings, ...(database !== undefined && { database }) };

  const store = await openServerStore({ ...settings, runtime, log }, count);
  let engine: StateEngine | undefined;
  let tls: TlsIdentity | undefined;
  try {
    const location = temporaryFolder && path.join(temporaryFolder, 'state.db');
    const opened = await openState({ location }, settings, { runtime, log });
    engine = opened;
    const shared = createDatabaseState(opened, {
      // This process changes no value.
      report: (error) => log.error('A shared change failed', { error }),
    });
    const relay = new ReadAgainRelay({ runtime, log, readAgain: shared.readAgain });
    await createPrepare({ ...options, settings }, () => undefined)(store);
    tls = await openTls(settings, runtime);
    const { identity, caPath, folder } = tls ?? {};
    await shared.start();
    opened.records.onOwnerEnd((owner) => endAttemptsOf(owner, opened.records, logicOf(LABS)));
    const plan = {
      settings,
      seed: seed?.data,
      lifecycle,
      state: { location, node: opened.node },
      temporaryFolder,
      commandToken,
      server: runtime.uniqueId(),
      maskSalt: runtime.uniqueId(),
      tls:
        identity && caPath !== undefined && folder !== undefined ? { identity, caPath, folder } : undefined,
    };
    const { supervisor, address } = await startOnPorts(settings, origins, async (ports) => {
      const supervisor = new Supervisor(
        { ...plan, settings: { ...settings, ...ports } },
        { engine: opened, relay, runtime, log },
      );
      return { supervisor, address: await supervisor.start(count) };
    });
    return {
      address,
      store,
      async begin(starter) {
        supervisor.setStarter(starter);
        await store.close();
      },
      async close(signal, grace) {
        await supervisor.close(signal, grace);
        await tls?.close();
        await opened.close();
      },
    };
  } catch (error) {
    await tls?.close();
    await engine?.close();
    await store.close();
    throw toOperatorError(error);
  }
}

type PortNumbers = Partial<Pick<Settings, 'port' | 'accountsPort' | 'controlPort' | 'tlsPort'>>;

/**
 * Calls `start` with the numbers of the ports. Workers that replace others listen on the same ones, so this process selects a number
 * in place of 0. Another program can take a port before the workers listen; then this process tries again.
 * @throws UsageError when a port is not available.
 */
async function startOnPorts<Result>(
  settings: Settings,
  origins: readonly string[],
  start: (ports: PortNumbers) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    let ports: PortNumbers | undefined;
    try {
      ports = await findPorts(settings);
      return await start(ports);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (ports && isTaken && attempt < MAX_ATTEMPTS) continue;
      throw createListenFailure(error, { ...settings, ...ports }, { ...PORT_NAMES, origins });
    }
  }
}

/** Maximum number of attempts to start all workers. */
const MAX_ATTEMPTS = 20;

/** Listens on the ports of the settings, in the order of a server of one process, and closes them. @returns their numbers */
async function findPorts(settings: Settings): Promise<PortNumbers> {
  const { host, accountsPort, control, controlPort, tlsPort } = settings;
  const servers: Server[] = [];
  const find = async (port: number) => {
    const opened = await listenOnAll(host, port, () => createServer((socket) => socket.destroy()));
    servers.push(...opened);
    return portOf(opened);
  };
  try {
    return {
      ...(accountsPort !== undefined && { accountsPort: await find(accountsPort) }),
      ...(control && controlPort !== undefined && { controlPort: await find(controlPort) }),
      port: await find(settings.port),
      ...(tlsPort !== undefined && { tlsPort: await find(tlsPort) }),
    };
  } finally {
    await closeAll(servers);
  }
}

/** A folder for the shared state, and for the database in place of one in memory. It is removed with this process. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-memory-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
