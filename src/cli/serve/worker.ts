import { rmSync } from 'node:fs';
import { parseSeed } from '#control/seed/seed.ts';
import type { Starter } from '#control/seed/starter.ts';
import { createRequestLog, openLog } from '#ops/log.ts';
import { formatWaitingText } from '#ops/shutdown.ts';
import { navigationOf } from '#pages/navigation.ts';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { createDatabaseState } from '#shared/database/database-state.ts';
import { ReadAgainClient } from '#shared/database/read-again.ts';
import { hasColour } from '../terminal/terminal.ts';
import { openState } from './open-state.ts';
import { createPrepare, type ServerAddress } from './serving.ts';
import type { PrimaryMessage, SentAddress, WorkerMessage, WorkerPlan } from './worker-messages.ts';

/** Serves as one of several workers, as the primary process orders. */
export function runWorker(): void {
  // The terminal and service managers signal all processes. Only the primary process decides when workers end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const worker = new Worker();
  process.on('message', (message: PrimaryMessage) => worker.receive(message));
  process.on('disconnect', () => process.exit());
  send({ type: 'loaded' });
}

class Worker {
  #server: Promise<RunningServer> | undefined;
  #waitingText: (text: string) => void = () => {};
  #starter: Starter | undefined;
  #readAgain: ReadAgainClient | undefined;

  receive(message: PrimaryMessage): void {
    switch (message.type) {
      case 'plan':
        return void this.#start(message.plan);
      case 'starter':
        this.#starter = message.starter;
        return;
      case 'close':
        return void this.#close(message.signal);
      case 'exit':
        process.exit();
        break;
      case 'read again':
      case 'all have read':
        return void this.#readAgain?.receive(message);
    }
  }

  async #start(plan: WorkerPlan): Promise<void> {
    const { temporaryFolder } = plan;
    this.#starter = plan.starter;
    process.on('exit', () => {
      const isOrphan = !process.connected;
      if (isOrphan && temporaryFolder !== undefined)
        rmSync(temporaryFolder, { recursive: true, force: true });
    });
    this.#server = this.#serve(plan);
    try {
      const { services, ...server } = await this.#server;
      const address: SentAddress = {
        ...selectAddress(server),
        services: services.map((service) => ({
          name: service.name,
          prefix: service.prefix,
          navigation: navigationOf(service),
        })),
      };
      send({ type: 'ready', address });
    } catch (error) {
      const { name, message, ...system } = error instanceof Error ? error : new Error(String(error));
      // The primary process ends this one: it could notice the end of the process before the message.
      send({ type: 'failed', error: { ...system, name, message } });
    }
  }

  async #serve(plan: WorkerPlan): Promise<RunningServer> {
    const { settings, seed, lifecycle, tls, number, server, commandToken, maskSalt } = plan;
    const log = await openLog({
      level: settings.logLevel,
      format: settings.logFormat,
      isTerminal: process.stderr.isTTY === true,
      hasColour: hasColour(process.stderr),
      descriptor: 2,
      worker: number,
    });
    this.#waitingText = (text) => log.info(text);
    const runtime = createRuntime(settings.now === undefined ? {} : { now: settings.now });
    return startServer(
      {
        ...settings,
        initialRules: seed?.rules,
        initialUnmatched: seed?.unmatched,
        labSeeds: seed,
        lifecycle,
        runtime,
        log,
        commandToken,
        maskSalt,
        observe: (settings.logRequests ?? process.stderr.isTTY === true) ? createRequestLog(log) : undefined,
        openShared: async () => {
          const engine = await openState(plan.state, settings, { runtime, log });
          const shared = createDatabaseState(engine, {
            worker: number,
            server,
            announce: () => readAgain.announce(),
            report: (error) => log.error('A shared change failed', { error }),
          });
          const readAgain = new ReadAgainClient({ runtime, log, readAgain: shared.readAgain }, send);
          this.#readAgain = readAgain;
          return shared;
        },
        identity: tls && { ...tls, async close() {} },
        // By the primary process.
        isPrepared: true,
      },
      createPrepare({ settings, seed: seed && parseSeed(seed), runtime }, () => this.#starter),
    );
  }

  async #close(signal: NodeJS.Signals | undefined): Promise<void> {
    try {
      const server = await this.#server;
      await server?.close((waiting) => this.#waitingText(formatWaitingText(waiting, signal)));
    } finally {
      // Requests in other workers can read what this one has recorded.
      send({ type: 'drained' });
    }
  }
}

/** A message to a primary process that has ended is lost, and this process ends too. */
function send(message: WorkerMessage): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Only what can be sent to the primary process. */
function selectAddress(server: Omit<ServerAddress, 'services'>): Omit<ServerAddress, 'services'> {
  const { url, h2cUrl, tlsUrl, accountsUrl, controlUrl } = server;
  const { port, accountsPort, controlPort, caPath, tlsFolder, hasScopePorts } = server;
  return {
    url,
    h2cUrl,
    tlsUrl,
    accountsUrl,
    controlUrl,
    port,
    accountsPort,
    controlPort,
    caPath,
    tlsFolder,
    hasScopePorts,
  };
}
