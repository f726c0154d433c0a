import { availableParallelism } from 'node:os';
import type { Schedule } from '#accounts/domain/lifecycle/schedule.ts';
import type { Config } from '#config/resolve.ts';
import type { Settings } from '#config/settings/settings.ts';
import { MAX_WORKERS } from '#config/settings/workers.ts';
import { ofKind, UsageError } from '#config/usage-error.ts';
import type { Seed } from '#control/seed/seed.ts';
import { isPostgres } from '#database/location.ts';
import type { Log } from '#http/routing/service.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import { createPaint, hasColour } from '../terminal/terminal.ts';
import { prepareDatabase } from './database-file.ts';
import type { RequestLines } from './request-lines.ts';
import type { ServeOptions, Serving } from './serving.ts';

export interface OpenServer {
  readonly serving: Serving;
  /** Number of processes that serve. */
  readonly workers: number;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly commandToken: string;
  /** The path of a database that this start has created, if its user named the path. */
  readonly newDatabase: string | undefined;
}

export interface OpenOptions {
  /** Whether the log omits lines without a reader, in place of waiting for the reader. */
  readonly isLossyLog?: boolean;
}

/** Starts the server of the settings, in this process or in workers. @throws UsageError, DatabaseError */
export async function openServer(
  config: Config,
  { isLossyLog = false }: OpenOptions = {},
): Promise<OpenServer> {
  const { origins } = config;
  // Read before anything is opened.
  const seed = await ofKind('seed', () => openSeed(config));
  const lifecycle = await ofKind('config', () => openLifecycle(config));
  const { workers } = config.settings;
  const count = workers === 'auto' ? Math.min(availableParallelism(), MAX_WORKERS) : workers;
  if (count > MAX_WORKERS) throw new UsageError(`A server has at most ${MAX_WORKERS} workers, not ${count}.`);
  const settings = { ...config.settings, journalStore: chooseJournalStore(config, count) };
  if (count > 1 && settings.randomSeed !== undefined)
    throw new UsageError(
      `${origins.randomSeed} needs --workers 1: several processes would create the same ids and tokens.`,
    );
  // Loaded here, so that help and version answer at once.
  const [serveAll, { openLog }] = await Promise.all([openServing(count), import('#ops/log.ts')]);
  const log = await openLog({
    level: settings.logLevel,
    format: settings.logFormat,
    isTerminal: process.stderr.isTTY === true,
    hasColour: hasColour(process.stderr),
    descriptor: 2,
    isLossy: isLossyLog,
  });
  const runtime = createRuntime({
    ...(settings.now === undefined ? {} : { now: settings.now }),
    seed: settings.randomSeed,
  });
  const requestLines = await openRequestLines(settings, runtime);
  // Not from the random source of the server, which a seed can determine.
  const commandToken = runtime.uniqueId();
  const newDatabase = await prepareDatabase(config);
  const serving = await serveAll({
    settings,
    seed,
    lifecycle,
    runtime,
    log,
    commandToken,
    requestLines,
    origins: selectOrigins(config),
  });
  return { serving, workers: count, runtime, log, commandToken, newDatabase };
}

/** Several workers share their journal by the database, and so do the nodes on PostgreSQL, unless the user decides otherwise. */
function chooseJournalStore({ settings, origins }: Config, workers: number): Settings['journalStore'] {
  const { journalStore, database } = settings;
  const isChosen = origins.journalStore !== 'default';
  if (workers > 1 && isChosen && journalStore === 'memory')
    throw new UsageError(
      `${origins.journalStore} memory needs --workers 1: workers share a journal in the database.`,
    );
  return workers > 1 || (isPostgres(database) && !isChosen) ? 'database' : journalStore;
}

/** The function that serves in this process, or in several. */
async function openServing(count: number): Promise<(options: ServeOptions) => Promise<Serving>> {
  if (count === 1) return (await import('./one-process.ts')).serveInOneProcess;
  const { serveInWorkers } = await import('./workers.ts');
  return (options) => serveInWorkers(options, count);
}

/** Undefined unless the log is on a terminal. */
async function openRequestLines(settings: Settings, runtime: Runtime): Promise<RequestLines | undefined> {
  const [{ RequestLines, printsRequestLines }, { createRedaction }] = await Promise.all([
    import('./request-lines.ts'),
    import('#journal/views/redaction.ts'),
  ]);
  if (!printsRequestLines(settings, process.stderr.isTTY === true)) return undefined;
  return new RequestLines({
    runtime,
    redaction: createRedaction({ salt: Buffer.from(runtime.uniqueId()) }),
    paint: createPaint(process.stderr),
    print: (line) => void process.stderr.write(line),
  });
}

/** The seed, with the rules of the files of rules behind its own; undefined without any file. */
async function openSeed({ settings, origins }: Config): Promise<Seed | undefined> {
  if (settings.seed === undefined && settings.rules.length === 0) return undefined;
  const { readSeed, parseSeed } = await import('#control/seed/seed.ts');
  const seed = settings.seed === undefined ? parseSeed({}) : await readSeed(settings.seed, origins.seed);
  if (settings.rules.length === 0) return seed;
  const { readRules } = await import('#control/seed/rules-file.ts');
  const files = await Promise.all(settings.rules.map((file) => readRules(file, origins.rules)));
  const all = [seed.data, ...files];
  const rules = all.flatMap((data) => data.rules ?? []);
  return { ...seed, data: { ...seed.data, rules, unmatched: all.flatMap((data) => data.unmatched ?? []) } };
}

async function openLifecycle({ settings, origins }: Config): Promise<Schedule> {
  const { readSchedule } = await import('#control/seed/schedule.ts');
  return readSchedule(settings.lifecycle, origins.lifecycle);
}

/** The sources of host and port other than flags, such as a file. */
function selectOrigins({ origins: { host, port } }: Config): string[] {
  return [host, port].filter((origin) => origin !== 'default' && !origin.startsWith('--'));
}
