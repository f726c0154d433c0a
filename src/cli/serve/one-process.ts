import { createListenFailure } from '#config/listen-failure.ts';
import type { Starter } from '#control/seed/starter.ts';
import { isPostgres } from '#database/location.ts';
import { createRequestLog } from '#ops/log.ts';
import { formatWaitingText } from '#ops/shutdown.ts';
import { startServer } from '#server/server.ts';
import type { StateEngine } from '#shared/database/engine.ts';
import { createLocalState } from '#shared/local-state.ts';
import { openState } from './open-state.ts';
import { createPrepare, PORT_NAMES, type ServeOptions, type Serving } from './serving.ts';

/** Serves in this process. */
export async function serveInOneProcess(options: ServeOptions): Promise<Serving> {
  const { settings, lifecycle, runtime, log, commandToken, origins, requestLines } = options;
  let starter: Starter | undefined;
  let engine: StateEngine | undefined;
  const server = await startServer(
    {
      ...settings,
      labSeeds: options.seed?.data,
      initialRules: options.seed?.data.rules,
      initialUnmatched: options.seed?.data.unmatched,
      lifecycle,
      runtime,
      log,
      commandToken,
      observe: requestLines
        ? (finished) => requestLines.observe(finished)
        : settings.logRequests
          ? createRequestLog(log)
          : undefined,
      async openShared() {
        if (!isPostgres(settings.database)) return createLocalState();
        engine = await openState({}, settings, { runtime, log });
        const { createDatabaseState } = await import('#shared/database/database-state.ts');
        return createDatabaseState(engine, {
          report: (error) => log.error('A shared change failed', { error }),
        });
      },
    },
    createPrepare(options, () => starter),
  ).catch(async (error) => {
    await engine?.close();
    throw createListenFailure(error, settings, { ...PORT_NAMES, origins });
  });
  requestLines?.follow(server.journal);
  return {
    address: server,
    store: server.store,
    async begin(created) {
      starter = created;
    },
    async close(signal, grace) {
      await server.close((waiting) => log.info(formatWaitingText(waiting, signal)), grace);
      await engine?.close();
    },
  };
}
