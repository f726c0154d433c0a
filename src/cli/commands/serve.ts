import type { Command } from 'commander';
import type { Schedule } from '../../authorizations/lifecycle/schedule.ts';
import { toListenFailure } from '../../config/listen-failure.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/resolve.ts';
import { firstShutdownSignal, toWaitingText } from '../../ops/shutdown.ts';
import { createRuntime } from '../../runtime.ts';
import type { SeedOptions } from '../../seed/seed.ts';
import type { Starter } from '../../seed/starter.ts';
import { toBanner } from '../banner.ts';
import { addAllSettings, toFlags } from '../options.ts';
import { writePortFile } from '../port-file.ts';
import { hasColour, type Terminal } from '../terminal.ts';

export function addServe(program: Command, terminal: Terminal): Command {
  const command = program
    .command('serve', { isDefault: true })
    .description('Starts the server. This is the default command.');
  return addAllSettings(command).action(() => serve(command, terminal));
}

async function serve(command: Command, terminal: Terminal): Promise<void> {
  const config = await loadConfig(toFlags(command), terminal.variables);
  const { settings, origins, warnings } = config;
  for (const warning of warnings) terminal.printError(`sparring: ${warning}\n`);

  const seed = settings.seed === undefined ? undefined : await openSeed(settings.seed, origins.seed);
  const lifecycle = await openLifecycle(config);
  // Loaded here, so that help and version answer at once.
  const [{ startServer }, { openLog, toRequestLog }, { addStarter, createStarter }] = await Promise.all([
    import('../../server.ts'),
    import('../../ops/log.ts'),
    import('../../seed/starter.ts'),
  ]);
  const log = await openLog({
    level: settings.logLevel,
    format: settings.logFormat,
    isTerminal: process.stderr.isTTY === true,
    hasColour: hasColour(process.stderr),
    descriptor: 2,
  });
  const runtime = createRuntime(settings.now === undefined ? {} : { now: settings.now });
  const { passwordCost } = settings;
  let starter: Starter | undefined;
  const server = await startServer(
    {
      ...settings,
      lifecycle,
      runtime,
      log,
      observe: settings.logRequests ? toRequestLog(log) : undefined,
    },
    async (store) => {
      await seed?.({ store, runtime, passwordCost });
      // Only after a reset: the first time it is made when the address has been taken, or its password would be lost.
      if (starter) await addStarter(starter, store, runtime, passwordCost);
    },
  ).catch((error) => {
    const names = { host: '--host', port: '--port', accountsPort: '--accounts-port' };
    throw toListenFailure(error, settings, { ...names, origins: toOrigins(config) });
  });

  const signal = firstShutdownSignal({ runtime, variables: terminal.variables });
  let received: NodeJS.Signals | undefined;
  try {
    if (settings.starter) starter = await createStarter(server.store, runtime, passwordCost);
    const users = await server.store.users.list();
    const facts = {
      server,
      starter,
      database: settings.database,
      isDatabaseTyped: origins.database === '--database',
      userCount: users.length,
      command: toCommandName(terminal.variables),
    };
    terminal.print(toBanner(facts, terminal));
    if (settings.portFile !== undefined) await writePortFile(settings.portFile, server.port);
    received = await signal;
    log.info(`Closing after ${received}`);
  } finally {
    await server.close((waiting) => log.info(toWaitingText(waiting, received)));
  }
  process.exit();
}

/** Reads the seed file now, so that it is refused before anything is opened; what comes back applies it. */
async function openSeed(file: string, origin: string): Promise<(options: SeedOptions) => Promise<void>> {
  const { applySeed, readSeed } = await import('../../seed/seed.ts');
  const seed = await readSeed(file, origin);
  return (options) => applySeed(options, seed);
}

async function openLifecycle({ settings, origins }: Config): Promise<Schedule> {
  const { readSchedule } = await import('../../seed/schedule.ts');
  return readSchedule(settings.lifecycle, origins.lifecycle);
}

/** Where host and port came from, when nobody typed them. */
function toOrigins({ origins: { host, port } }: Config): string[] {
  return [host, port].filter((origin) => origin !== 'default' && !origin.startsWith('--'));
}

/** The command as the user typed it. */
function toCommandName(variables: Terminal['variables']): string {
  return variables.npm_lifecycle_event === 'start' ? 'npm start --' : 'sparring';
}
