import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createListenFailure } from '#config/listen-failure.ts';
import type { Settings } from '#config/settings/settings.ts';
import { openTls, type TlsIdentity } from '#config/tls.ts';
import { toOperatorError } from '#database/database-errors.ts';
import { checkPorts } from '#server/ports.ts';
import { openServerStore } from '#server/server.ts';
import type { Hub } from '#shared/hub.ts';
import { createMemoryHub } from '#shared/memory-hub.ts';
import { ConnectionDistributor } from './connection-distributor.ts';
import { openHub } from './open-hub.ts';
import { openKeys } from './primary-keys.ts';
import { createPrepare, PORT_NAMES, type ServeOptions, type Serving } from './serving.ts';
import { Supervisor } from './supervisor.ts';

/** Serves in several worker processes. This process starts them and keeps the state that they share. */
export async function serveInWorkers(options: ServeOptions, count: number): Promise<Serving> {
  const { runtime, log, seed, lifecycle, origins, commandToken } = options;
  checkPorts(options.settings);
  const origin = runtime.systemMonotonic();
  const temporaryFolder = options.settings.database === 'memory' ? await createFolder() : undefined;
  const database = temporaryFolder ? `sqlite:${path.join(temporaryFolder, 'sparring.db')}` : undefined;
  const settings = { ...options.settings, ...(database !== undefined && { database }) };

  const store = await openServerStore({ ...settings, runtime, log }, count);
  let hub: Hub | undefined;
  let tls: TlsIdentity | undefined;
  const connections = new ConnectionDistributor({ runtime, log });
  try {
    const opened = (await openHub(settings, { runtime, log })) ?? createMemoryHub();
    hub = opened;
    await createPrepare({ ...options, settings }, () => undefined)(store);
    tls = await openTls(settings, runtime);
    const { identity, caPath, folder } = tls ?? {};
    const openService = await openKeys(opened, { runtime, log });
    const ports = await openPorts(connections, settings, origins);
    const supervisor = new Supervisor(
      {
        settings: { ...settings, ...ports },
        seed: seed?.data,
        lifecycle,
        temporaryFolder,
        commandToken,
        server: runtime.uniqueId(),
        maskSalt: runtime.uniqueId(),
        origin,
        tls:
          identity && caPath !== undefined && folder !== undefined ? { identity, caPath, folder } : undefined,
      },
      { hub: opened, runtime, log, connections, openService, origin },
    );
    const address = await supervisor.start(count);
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
    connections.close();
    await tls?.close();
    await hub?.close();
    await store.close();
    throw toOperatorError(error);
  }
}

/** Opens the ports of the settings, in the order of a server of one process. @returns their numbers */
async function openPorts(
  connections: ConnectionDistributor,
  settings: Settings,
  origins: readonly string[],
): Promise<Partial<Pick<Settings, 'port' | 'accountsPort' | 'controlPort' | 'tlsPort'>>> {
  const { host, accountsPort, control, controlPort, tlsPort } = settings;
  try {
    return {
      ...(accountsPort !== undefined && { accountsPort: await connections.listen(host, accountsPort) }),
      ...(control &&
        controlPort !== undefined && { controlPort: await connections.listen(host, controlPort) }),
      port: await connections.listen(host, settings.port),
      ...(tlsPort !== undefined && { tlsPort: await connections.listen(host, tlsPort) }),
    };
  } catch (error) {
    throw createListenFailure(error, settings, { ...PORT_NAMES, origins });
  }
}

/** A folder for the database that the workers share in place of one in memory. It is removed with this process. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-memory-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
