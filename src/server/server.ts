import { computeClientNetwork } from '#accounts/domain/request/client-address.ts';
import { openStore } from '#accounts/storage/open.ts';
import type { Store } from '#accounts/store/index.ts';
import { defaultServerSettings, type ServerSettings } from '#config/settings/settings.ts';
import { openTls, type TlsIdentity } from '#config/tls.ts';
import { UsageError } from '#config/usage-error.ts';
import { toOperatorError } from '#database/database-errors.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { RequestsInProgress, type Waiting } from '#http/message/requests-in-progress.ts';
import { type AllowedHosts, createAllowedHosts, parseHostOfUrl } from '#http/routing/allowed-hosts.ts';
import { createConcurrencyLimiter } from '#http/routing/concurrency-limiter.ts';
import type { ServiceDependencies } from '#http/routing/service.ts';
import { closeListeners, countConnections } from '#http/server/close-listeners.ts';
import type { HttpServerOptions } from '#http/server/http-server.ts';
import type { Listener } from '#http/server/listen.ts';
import { isLoopbackBind } from '#http/syntax/address.ts';
import { parsePathPrefix } from '#http/syntax/path-prefix.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { LABS } from '#testing/labs/index.ts';
import type { DatabaseKeys } from '#testing/labs/keys/database-keys.ts';
import { type LabSeeds, type Labs, logicOf } from '#testing/labs/keys/labs.ts';
import { createConnection } from './connection.ts';
import { checkJournalStore, type OpenedJournal, openJournal } from './journal.ts';
import { checkPorts, type ServerAddresses, ServerPorts } from './ports.ts';
import type { Prepare, ServiceOptions } from './service-options.ts';
import { createServices, type Services } from './services.ts';
import { portsOf, type ServicesByPort } from './services-by-port.ts';

/** Options of a server: the settings of the table, and the objects that the server works with. */
export interface ServerOptions extends ServiceOptions {
  /** Called once for every finished request. */
  readonly observe?: ((finished: FinishedExchange) => void) | undefined;
  /** The certificate of TLS, which replaces that of the settings. */
  readonly identity?: TlsIdentity | undefined;
  /** Keys of the labs that exist after the start and after each reset. */
  readonly labSeeds?: LabSeeds | undefined;
  /** Replaces time limits of connections. */
  readonly timeLimits?: HttpServerOptions['timeLimits'];
  /** Whether the database has its initial records. */
  readonly isPrepared?: boolean;
  /** Opens the state that several processes share, after the database. Without it, the server is one process. */
  readonly openShared?: (() => Promise<SharedState>) | undefined;
}

/** Options without a value have the default of their setting. */
export type MinimalServerOptions = Partial<Omit<ServerOptions, 'shared'>> &
  Pick<ServerOptions, 'runtime' | 'log'>;

export interface RunningServer extends ServerAddresses, Omit<Services, keyof ServicesByPort> {
  /** With TLS, the path of the PEM file of the CA. */
  readonly caPath: string | undefined;
  /** With TLS, the temporary folder of the server, which is removed at its end. */
  readonly tlsFolder: string | undefined;
  /** Whether bins can have ports of their own. */
  readonly hasScopePorts: boolean;
  readonly store: Store;
  /**
   * Ends delays and slow streams, closes idle connections, and waits for other requests in progress: for the longest
   * delay of a response and a second, then it closes their connections.
   * @param onWaiting called once when there is something to wait for.
   * @param grace replaces the maximum time, in milliseconds.
   */
  close(onWaiting?: (waiting: Waiting) => void, grace?: number): Promise<void>;
}

/**
 * Starts a server. `prepare` writes the initial records, before the first request and after each reset.
 * @throws UsageError for conflicting options; DatabaseError when the store cannot be opened; the error of the system when
 * the server cannot listen.
 */
export async function startServer(
  input: MinimalServerOptions,
  prepare: Prepare = async () => {},
): Promise<RunningServer> {
  const options = { ...defaultServerSettings(), environment: process.env, ...input };
  checkPorts(options);
  checkJournalStore(options);
  const store = await openServerStore(options, options.openShared && 1);
  let tls: TlsIdentity | undefined;
  let journal: OpenedJournal | undefined;
  try {
    if (!options.isPrepared) await prepare(store);
    tls = options.identity ?? (await openTls(options, options.runtime));
    const shared = options.openShared ? await options.openShared() : createLocalState();
    const isLoopback = await isLoopbackBind(options.host);
    const completed = completeOptions({ ...options, shared }, isLoopback);
    journal = await openJournal(completed, shared);
    const labKeys = await openLabKeys(completed);
    return await serve({ ...completed, openedJournal: journal, labKeys }, isLoopback, store, tls, prepare);
  } catch (error) {
    await journal?.store.close();
    await tls?.close();
    await store.close();
    throw toOperatorError(error);
  }
}

/** The keys of the labs in the database of several processes; undefined in one process. */
async function openLabKeys({ shared, runtime }: ServerOptions): Promise<DatabaseKeys | undefined> {
  const { records } = shared;
  if (!records) return undefined;
  const { DatabaseKeys } = await import('#testing/labs/keys/database-keys.ts');
  return new DatabaseKeys({ records, shared, logic: logicOf(LABS), runtime });
}

/**
 * Opens the database of a server.
 * @param workers number of processes that serve, if the nodes on a PostgreSQL database share state
 * @throws DatabaseError
 */
export function openServerStore(
  options: ServerSettings & ServiceDependencies,
  workers?: number,
): Promise<Store> {
  return openStore(options.database, {
    ...(workers !== undefined && { neededConnections: connectionsOf(workers, options) }),
    report: (sentence) => options.log.error(sentence),
    runtime: options.runtime,
    poolSize: options.databasePoolSize,
    connectTimeout: options.databaseConnectTimeout,
    statementTimeout: options.databaseStatementTimeout,
    lockTimeout: options.databaseLockTimeout,
  });
}

/**
 * The connections that a server on PostgreSQL needs to start: in each process, the primary process included, one for the records, one for
 * notifications, one that holds a lock, and one that reads the shared state; in each that serves, one for the journal.
 */
function connectionsOf(workers: number, { journal, journalStore }: ServerSettings): number {
  const served = journal !== 0 && journalStore === 'database' ? 5 : 4;
  return workers === 1 ? served : 4 + served * workers;
}

async function serve(
  options: ServerOptions & { readonly labKeys: DatabaseKeys | undefined },
  isLoopback: boolean,
  store: Store,
  tls: TlsIdentity | undefined,
  prepare: Prepare,
): Promise<RunningServer> {
  const listeners: Listener[] = [];
  const requests = new RequestsInProgress();
  const ports = portsOf(options);
  const connection = createConnection(options, tls, ports, isLoopback, (bin) => serverPorts.openScope(bin));
  const services = createServices(
    { ...options, connection, countConnections: async () => countConnections(listeners) },
    store,
    prepare,
    ports,
  );
  await options.shared.start();
  await startLabs(services.labs, options.labSeeds);
  await options.openedJournal?.start();
  const common = commonPortOptions(options, services, requests, isLoopback);
  const serverPorts = new ServerPorts(
    { ...options, ...common, ports, services, identity: tls?.identity, isSecure: connection.isSecure },
    listeners,
  );
  return {
    ...(await serverPorts.open()),
    ...services,
    caPath: tls?.caPath,
    tlsFolder: tls?.folder,
    hasScopePorts: connection.hasScopePorts,
    store,
    async close(onWaiting = () => {}, grace = options.maxDuration + 1000) {
      await closeListeners({ ...options, requests, listeners, grace, onWaiting });
      await options.labKeys?.writeEnds();
      await tls?.close();
      const closeStore = async () => {
        for (const service of services.services) await service.close?.();
        await store.close();
      };
      // At the same time, because each waits for a database that does not answer.
      await Promise.all([closeStore(), options.openedJournal?.store.close()]);
    },
  };
}

/** The options with the values that depend on each other and on the addresses of the server. */
function completeOptions(input: ServerOptions, isLoopback: boolean): ServerOptions {
  return {
    ...input,
    hsts: input.hsts && !isLoopback,
    // The journal has the requests of all clients, which others must not read.
    journal: input.journal ?? (isLoopback || input.controlToken !== undefined ? DEFAULT_JOURNAL_ENTRIES : 0),
    basePath: input.basePath ?? pathOf(input.baseUrl),
    // A larger body exceeds the total limit in every case, so it gets 413 instead of 503.
    maxBodySize: Math.min(input.maxBodySize, input.maxTotalBodySize),
  };
}

/** What all ports of a server have in common, besides the options. */
function commonPortOptions(
  options: ServerOptions,
  { authorizationContext, bodyBudget, operations, recorder, requestMetrics }: Services,
  requests: RequestsInProgress,
  isLoopback: boolean,
) {
  const { clientAddress } = authorizationContext;
  return {
    nextConnectionId: createConnectionIds(options),
    requests,
    bodyBudget,
    requestMetrics,
    forwardedPrefix: options.trustedProxies.length === 0 ? undefined : clientAddress.prefix,
    guard: operations.scopes,
    recorder,
    limiter: createConcurrencyLimiter(options.maxConcurrency, (exchange) =>
      computeClientNetwork(clientAddress.of(exchange)),
    ),
    allowedHosts: isLoopback || options.allowedHosts.length > 0 ? buildAllowedHosts(options) : undefined,
  };
}

/** More than the number of workers. */
const WORKER_STEP = 128;

/** The numbers of connections: those of a process alone are 1, 2, 3 and so on. */
function createConnectionIds({ openedJournal, shared }: ServerOptions): () => number {
  if (openedJournal) return () => openedJournal.store.nextId();
  const { worker } = shared;
  const step = worker === undefined ? 1 : WORKER_STEP;
  // Those of several workers differ.
  let last = worker === undefined ? 0 : worker - step;
  return () => {
    last += step;
    return last;
  };
}

/** @throws UsageError for an invalid key. */
async function startLabs(labs: Labs, seeds: LabSeeds = {}): Promise<void> {
  try {
    await labs.start(seeds);
  } catch (error) {
    throw error instanceof InvalidInputError
      ? new UsageError(`The seed is invalid: ${error.message}`, { kind: 'seed' })
      : error;
  }
}

/** The path of a URL, if it can be a base path. */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parsePathPrefix(new URL(url).pathname);
}

const DEFAULT_JOURNAL_ENTRIES = 1000;

function buildAllowedHosts({ allowedHosts, baseUrl }: ServerOptions): AllowedHosts {
  return createAllowedHosts(
    baseUrl === undefined ? allowedHosts : [...allowedHosts, parseHostOfUrl(baseUrl)],
  );
}
