import { fileURLToPath } from 'node:url';
import type { Schedule } from '#accounts/domain/lifecycle/schedule.ts';
import type { Store } from '#accounts/store/index.ts';
import { parseLibrarySettings } from '#config/library-options.ts';
import { createListenFailure } from '#config/listen-failure.ts';
import { parseTimeOption } from '#config/option-value.ts';
import { quote, UsageError } from '#config/usage-error.ts';
import type { Seed } from '#control/seed/seed.ts';
import type { Log } from '#http/routing/service.ts';
import { createRuntime } from '#runtime.ts';
import { startServer } from '#server/server.ts';
import type {
  ConformanceDemands,
  ConformanceOptions,
  ConformanceReport,
  FileUrl,
  SparringServer,
  StartOptions,
} from '../../types/index.ts';
import { createLibraryApi } from './library-api.ts';

/** @throws UsageError when an option, the seed or the address is wrong; DatabaseError. */
export async function startLibrary(options: StartOptions): Promise<SparringServer> {
  const settings = parseLibrarySettings(options);
  const { seed, now, lifecycle, log = SILENCE, observe } = options;
  const schedule = await resolveSchedule(lifecycle);
  const runtime = createRuntime({
    ...(now === undefined ? {} : { now: parseTimeOption(now, 'now') }),
    seed: settings.randomSeed,
  });
  const { passwordCost } = settings;

  const read = await readGivenSeed(seed);
  const prepare = async (store: Store) => {
    if (!read) return;
    const { applySeed } = await import('#control/seed/seed.ts');
    await applySeed({ store, runtime, passwordCost }, read);
  };

  const server = await startServer(
    {
      ...settings,
      lifecycle: schedule,
      log,
      observe,
      runtime,
      labSeeds: read?.data,
      initialRules: read?.data.rules,
      initialUnmatched: read?.data.unmatched,
    },
    prepare,
  ).catch((error) => {
    throw createListenFailure(error, settings, {
      host: 'host',
      port: 'port',
      accountsPort: 'accountsPort',
      controlPort: 'controlPort',
      tlsPort: 'tlsPort',
    });
  });
  let closing: Promise<void> | undefined;
  const closed = new AbortController();
  const close = () => {
    // Requests in progress can still end a wait for the journal.
    closing ??= server.close().finally(() => closed.abort());
    return closing;
  };

  return {
    url: server.url,
    accountsUrl: server.accountsUrl,
    controlUrl: server.controlUrl,
    port: server.port,
    caPath: server.caPath,
    ...createLibraryApi({
      ...server.authorizationContext,
      ...server,
      isClosed: () => closing !== undefined,
      closed: closed.signal,
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Read once: a reset restores the seed of the start. */
async function readGivenSeed(input: StartOptions['seed']): Promise<Seed | undefined> {
  if (input === undefined) return undefined;
  const { readSeed, parseSeed } = await import('#control/seed/seed.ts');
  const seed = toPath(input, 'seed');
  return typeof seed === 'string' ? readSeed(seed, 'seed') : parseSeed(seed);
}

/** The path of a file URL; other values unchanged. @throws UsageError for a URL that names no file. */
function toPath<Value>(value: Value | string | FileUrl, name: string): Value | string {
  if (!isUrl(value)) return value;
  if (value.protocol === 'file:') return fileURLToPath(value.href);
  throw new UsageError(`${name} must be the URL of a file, not ${quote(value.href)}.`);
}

function isUrl(value: unknown): value is FileUrl {
  return typeof value === 'object' && value !== null && 'href' in value && 'protocol' in value;
}

const SILENCE: Log = { info() {}, warn() {}, error() {} };

async function resolveSchedule(input: StartOptions['lifecycle']): Promise<Schedule | undefined> {
  if (input === undefined) return undefined;
  const { readSchedule, parseGivenSchedule } = await import('#control/seed/schedule.ts');
  const lifecycle = toPath(input, 'lifecycle');
  return typeof lifecycle === 'string' ? readSchedule(lifecycle, 'lifecycle') : parseGivenSchedule(lifecycle);
}

/** Runs the conformance suite, which is loaded on demand. @throws AdapterError, UsageError */
export async function runConformanceSuite(options: ConformanceOptions): Promise<ConformanceReport> {
  const { runConformance } = await import('@sparring/conformance');
  return runConformance(options, createRuntime());
}

/** Runs the conformance suite for a test. @throws Error that names the cases which fail it; AdapterError, UsageError */
export async function verifyConformance(
  options: ConformanceOptions,
  demands: ConformanceDemands,
): Promise<ConformanceReport> {
  const { demandConformance, runConformance } = await import('@sparring/conformance');
  const report = await runConformance(options, createRuntime());
  await demandConformance(report, demands);
  return report;
}
