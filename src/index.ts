import { type EraName, eraNames } from './authorizations/eras/era.ts';
import type { FaultRule } from './authorizations/faults/fault-rule.ts';
import type { Fault } from './authorizations/faults/faults.ts';
import type { Schedule } from './authorizations/lifecycle/schedule.ts';
import type { ScheduleData } from './authorizations/lifecycle/schedule-data.ts';
import type { Store } from './authorizations/store.ts';
import { settingRows } from './config/settings.ts';
import { UsageError } from './config/usage-error.ts';
import type { Snapshot } from './control/controls.ts';
import { createLibraryControls, type LibraryControls } from './control/library-controls.ts';
import type { Finished } from './http/dispatcher.ts';
import type { Log } from './http/service.ts';
import { suggestion } from './nearest.ts';
import { type Clock, createRuntime } from './runtime.ts';
import type { SeedData } from './seed/schema.ts';
import { defaultOptions, type ServerOptions, startServer } from './server.ts';

export type { Clock, EraName, Fault, FaultRule, Finished, Log, ScheduleData, SeedData, Snapshot };

export interface StartOptions
  extends Partial<
    Omit<ServerOptions, 'runtime' | 'log' | 'observe' | 'environment' | 'deprecationFields' | 'lifecycle'>
  > {
  /** Whether the headers of the API's answers say that it is deprecated. Default: true. */
  readonly deprecationHeaders?: boolean;
  /** Users, applications and tokens to begin with, or the path of a YAML or JSON file of them. */
  readonly seed?: SeedData | string;
  /**
   * The API's way to its end: `supported`, `deprecated`, `github` (the days of github.com), phases of one's own, or the
   * path of a YAML or JSON file of them. Default: `deprecated`.
   */
  readonly lifecycle?: ScheduleData | string;
  /** Freezes the clock at this moment. While it stands, whatever waits moves it on and ends at once. */
  readonly now?: string | number | Date;
  /** Makes ids, tokens and all other randomness the same on each run. */
  readonly randomSeed?: number;
  /** Default: silence. */
  readonly log?: Log;
  /** Called once for every finished exchange. */
  readonly observe?: (finished: Finished) => void;
}

export interface SparringServer extends LibraryControls, AsyncDisposable {
  /** Such as `http://127.0.0.1:49152`, without a slash at the end; the API is at `/api/v3` below it. */
  readonly url: string;
  readonly port: number;
  /** With TLS, the PEM file that clients trust: an authority for their `ca` option, or for NODE_EXTRA_CA_CERTS. */
  readonly caPath: string | undefined;
  /** Lets what is under way end, then cuts. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a server inside this process: in memory, on a free port of loopback, and silent, unless told otherwise.
 * @throws UsageError when an option or the seed is wrong; DatabaseError; the system's error when the port is taken.
 */
export async function start(options: StartOptions = {}): Promise<SparringServer> {
  const { seed, now, randomSeed, deprecationHeaders, lifecycle, ...given } = checked(options);
  const schedule = await toSchedule(lifecycle);
  const runtime = createRuntime({
    ...(now === undefined ? {} : { now: toMoment(now) }),
    ...(randomSeed === undefined ? {} : { seed: randomSeed }),
  });
  const database = given.database ?? defaultOptions.database;
  // What is only ever in memory is not worth the time of a costly hash.
  const passwordCost = given.passwordCost ?? (database === 'memory' ? 'test' : defaultOptions.passwordCost);
  const deprecationFields = deprecationHeaders ?? defaultOptions.deprecationFields;

  const prepare = async (store: Store) => {
    if (seed === undefined) return;
    const { applySeed, readSeed, toSeed } = await import('./seed.ts');
    const read = typeof seed === 'string' ? await readSeed(seed, 'seed') : toSeed(seed);
    await applySeed({ store, runtime, passwordCost }, read);
  };

  const server = await startServer(
    {
      port: 0,
      log: SILENCE,
      ...given,
      database,
      passwordCost,
      deprecationFields,
      lifecycle: schedule,
      runtime,
    },
    prepare,
  );
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close();
    return closing;
  };

  return {
    url: server.url,
    port: server.port,
    caPath: server.caPath,
    ...createLibraryControls(server.parts, server.controls, server.checkFault),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const SILENCE: Log = { info() {}, warn() {}, error() {} };

/** Options that are undefined count as not given. @throws UsageError for one that does not exist. */
function checked(options: StartOptions): StartOptions {
  const known = settingRows.filter(([, row]) => !row.commandOnly).map(([name]): string => name);
  known.push('now', 'randomSeed', 'log', 'observe');
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) throw new UsageError(`start has no option ${name}${suggestion(name, known)}.`);
  }
  if (options.era !== undefined && !eraNames.includes(options.era)) {
    throw new UsageError(`era must be one of ${eraNames.join(', ')}${suggestion(options.era, eraNames)}.`);
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

async function toSchedule(given: ScheduleData | string | undefined): Promise<Schedule | undefined> {
  if (given === undefined) return undefined;
  const { readSchedule, toGivenSchedule } = await import('./schedule.ts');
  return typeof given === 'string' ? readSchedule(given, 'lifecycle') : toGivenSchedule(given);
}

function toMoment(given: string | number | Date): number {
  const moment = new Date(given).getTime();
  if (Number.isNaN(moment)) throw new UsageError('now must be a moment, such as 2026-01-01T00:00:00Z.');
  return moment;
}
