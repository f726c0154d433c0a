import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { Schedule } from '../../authorizations/lifecycle/schedule.ts';
import { loadConfig } from '../../config/load.ts';
import type { Config } from '../../config/resolve.ts';
import type { Settings } from '../../config/settings.ts';
import { firstShutdownSignal } from '../../ops/shutdown.ts';
import { createRuntime, type Runtime } from '../../runtime.ts';
import type { Seed } from '../../seed/seed.ts';
import { toBanner } from '../banner.ts';
import { addAllSettings, toFlags } from '../options.ts';
import { writePortFile } from '../port-file.ts';
import type { RequestLines } from '../serve/request-lines.ts';
import type { ServeOptions, Serving } from '../serve/serving.ts';
import { createPaint, hasColour, type Terminal } from '../terminal.ts';

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

  // Read before anything is opened.
  const seed = settings.seed === undefined ? undefined : await openSeed(settings.seed, origins.seed);
  const lifecycle = await openLifecycle(config);
  const count = settings.workers === 'auto' ? availableParallelism() : settings.workers;
  // Loaded here, so that help and version answer at once.
  const [serveAll, { openLog }, { createStarter }] = await Promise.all([
    openServing(count),
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
  const requestLines = await openRequestLines(settings, runtime);
  const serving = await serveAll({
    ...{ settings, seed, lifecycle, runtime, log, requestLines },
    origins: toOrigins(config),
  });

  const signal = firstShutdownSignal({ runtime, variables: terminal.variables });
  let received: NodeJS.Signals | undefined;
  try {
    const { store, address } = serving;
    // Created when the server listens: if it could not, the password would be lost.
    const starter = settings.starter ? await createStarter(store, runtime, settings.passwordCost) : undefined;
    const { users } = await store.counts();
    const facts = {
      server: address,
      starter,
      database: settings.database,
      isDatabaseTyped: origins.database === '--database',
      userCount: users,
      command: toCommandName(terminal.variables),
    };
    await serving.begin(starter);
    terminal.print(toBanner(facts, terminal));
    if (settings.portFile !== undefined) await writePortFile(settings.portFile, address.port);
    received = await signal;
    log.info(`Closing after ${received}`);
  } finally {
    await serving.close(received);
  }
  process.exit();
}

/** The function that serves in this process, or in several. */
async function openServing(count: number): Promise<(options: ServeOptions) => Promise<Serving>> {
  if (count === 1) return (await import('../serve/one-process.ts')).serveInOneProcess;
  const { serveInWorkers } = await import('../serve/workers.ts');
  return (options) => serveInWorkers(options, count);
}

/** Undefined unless the log is on a terminal. */
async function openRequestLines(settings: Settings, runtime: Runtime): Promise<RequestLines | undefined> {
  const [{ RequestLines, printsRequestLines }, { createRedaction }] = await Promise.all([
    import('../serve/request-lines.ts'),
    import('../../journal/redaction.ts'),
  ]);
  if (!printsRequestLines(settings, process.stderr.isTTY === true)) return undefined;
  return new RequestLines({
    runtime,
    redaction: createRedaction({ salt: Buffer.from(runtime.uniqueId()) }),
    paint: createPaint(process.stderr),
    print: (line) => void process.stderr.write(line),
  });
}

async function openSeed(file: string, origin: string): Promise<Seed> {
  const { readSeed } = await import('../../seed/seed.ts');
  return readSeed(file, origin);
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
