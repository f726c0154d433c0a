import { readFile } from 'node:fs/promises';
import type { AuthorizationContext } from '#accounts/domain/context.ts';
import { toClientNetwork } from '#accounts/domain/request/client-address.ts';
import { openStore } from '#accounts/storage/open.ts';
import type { Store } from '#accounts/store/index.ts';
import { writeCaBundle } from '#config/ca-bundle.ts';
import { toProxyWarnings } from '#config/proxy-warnings.ts';
import { defaultServerSettings, type ServerSettings } from '#config/settings/settings.ts';
import { isMainPortSecure, openTls, type TlsIdentity } from '#config/tls.ts';
import { UsageError } from '#config/usage-error.ts';
import type { OperationContext } from '#control/operations/declaration/context.ts';
import type { ServerConnection } from '#control/operations/state/server-connection.ts';
import { toOperatorError } from '#database/database-errors.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { InvalidInputError } from '#http/message/input-problem.ts';
import { type AllowedHosts, createAllowedHosts, toHostOfUrl } from '#http/routing/allowed-hosts.ts';
import { createConcurrencyLimiter } from '#http/routing/concurrency-limiter.ts';
import type { Service, ServiceDependencies } from '#http/routing/service.ts';
import { closeListeners, countConnections } from '#http/server/close-listeners.ts';
import type { HttpServerOptions } from '#http/server/http-server.ts';
import type { Listener } from '#http/server/listen.ts';
import { isLoopbackBind } from '#http/syntax/address.ts';
import { parsePathPrefix } from '#http/syntax/path-prefix.ts';
import type { BodyBudget } from '#http/transport/body-budget.ts';
import type { ConnectionSource } from '#http/transport/connections/connection-port.ts';
import { RequestsInProgress, type Waiting } from '#http/transport/requests-in-progress.ts';
import type { Journal } from '#journal/recording/journal.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import { createLocalState } from '#shared/local-state.ts';
import type { SharedState } from '#shared/shared-state.ts';
import type { LabSeeds, Labs } from '#testing/labs/keys/labs.ts';
import { checkPorts, type ServerAddresses, ServerPorts } from './ports.ts';
import type { Prepare, ServiceOptions } from './service-options.ts';
import { createServices } from './services.ts';
import { portsOf } from './services-by-port.ts';

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
  /** Replaces the ports by those of another process, which have the numbers of the settings. */
  readonly openSource?: ((port: number) => ConnectionSource) | undefined;
  /** Opens the state that several processes share, after the database. Without it, the server is one process. */
  readonly openShared?: (() => Promise<SharedState>) | undefined;
}

/** Options without a value have the default of their setting. */
export type MinimalServerOptions = Partial<Omit<ServerOptions, 'shared'>> &
  Pick<ServerOptions, 'runtime' | 'log'>;

export interface RunningServer extends ServerAddresses {
  /** With TLS, the path of the PEM file of the CA. */
  readonly caPath: string | undefined;
  /** With TLS, the temporary folder of the server, which is removed at its end. */
  readonly tlsFolder: string | undefined;
  /** Whether bins can have ports of their own. */
  readonly hasScopePorts: boolean;
  readonly store: Store;
  readonly services: readonly Service[];
  readonly authorizationContext: AuthorizationContext;
  readonly operations: OperationContext;
  readonly rules: RuleSet;
  /** The budget of request bodies. */
  readonly bodyBudget: BodyBudget;
  /** Undefined when it is disabled. */
  readonly journal: Journal | undefined;
  readonly labs: Labs;
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
  const store = await openServerStore(options, options.openShared && 1);
  let tls: TlsIdentity | undefined;
  try {
    if (!options.isPrepared) await prepare(store);
    tls = options.identity ?? (await openTls(options, options.runtime));
    const shared = options.openShared ? await options.openShared() : createLocalState();
    return await serve({ ...options, shared }, store, tls, prepare);
  } catch (error) {
    await tls?.close();
    await store.close();
    throw toOperatorError(error);
  }
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
    ...(workers !== undefined && { neededConnections: connectionsOf(workers) }),
    report: (sentence) => options.log.error(sentence),
    runtime: options.runtime,
    poolSize: options.databasePoolSize,
    connectTimeout: options.databaseConnectTimeout,
    statementTimeout: options.databaseStatementTimeout,
    lockTimeout: options.databaseLockTimeout,
  });
}

/**
 * The connections that a server on PostgreSQL needs to start: one for the records in each process, the primary process included,
 * one for notifications, and one for each process that reads the shared state.
 */
function connectionsOf(workers: number): number {
  return workers === 1 ? 3 : 2 + 2 * workers;
}

async function serve(
  input: ServerOptions,
  store: Store,
  tls: TlsIdentity | undefined,
  prepare: Prepare,
): Promise<RunningServer> {
  const isLoopback = await isLoopbackBind(input.host);
  const options = {
    ...input,
    hsts: input.hsts && !isLoopback,
    // The journal has the requests of all clients, which others must not read.
    journal: input.journal ?? (isLoopback || input.controlToken !== undefined ? DEFAULT_JOURNAL_ENTRIES : 0),
    basePath: input.basePath ?? pathOf(input.baseUrl),
    // A larger body exceeds the total limit in every case, so it gets 413 instead of 503.
    maxBodySize: Math.min(input.maxBodySize, input.maxTotalBodySize),
  };
  const ports = portsOf(options);
  const listeners: Listener[] = [];
  const hasScopePorts = isLoopback && options.openSource === undefined;
  const isSecure = tls !== undefined && isMainPortSecure(options);
  const connection: ServerConnection = {
    host: options.host,
    h2c: options.h2c,
    ports,
    hasScopePorts,
    isSecure,
    openScopePorts: hasScopePorts ? (bin) => serverPorts.openScope(bin) : undefined,
    tls: tls && {
      caPath: tls.caPath,
      certificate: () => readFile(tls.caPath, 'utf8'),
      bundle: cached(() => writeCaBundle(tls.caPath, tls.folder, options.environment)),
    },
    warnings: isLoopback ? toProxyWarnings(options.host, options.environment) : [],
  };
  const created = createServices(
    { ...options, connection, countConnections: () => countConnections(listeners) },
    store,
    prepare,
    ports,
  );
  const { services, authorizationContext, operations, rules, bodyBudget, journal, labs } = created;
  const requests = new RequestsInProgress();
  await startLabs(labs, input.labSeeds);
  await options.shared.start();
  let lastConnection = 0;
  const serverPorts = new ServerPorts(
    {
      ...options,
      ports,
      services: created,
      identity: tls?.identity,
      isSecure,
      nextConnectionId: options.shared.stamps?.next ?? (() => ++lastConnection),
      requests,
      bodyBudget,
      requestMetrics: created.requestMetrics,
      forwardedPrefix:
        options.trustedProxies.length === 0 ? undefined : authorizationContext.clientAddress.prefix,
      guard: operations.scopes,
      recorder: created.recorder,
      limiter: createConcurrencyLimiter(options.maxConcurrency, (exchange) =>
        toClientNetwork(authorizationContext.clientAddress.of(exchange)),
      ),
      allowedHosts: isLoopback || options.allowedHosts.length > 0 ? toAllowedHosts(options) : undefined,
    },
    listeners,
  );
  return {
    ...(await serverPorts.open()),
    caPath: tls?.caPath,
    tlsFolder: tls?.folder,
    hasScopePorts,
    store,
    services,
    authorizationContext,
    operations,
    rules,
    bodyBudget,
    journal,
    labs,
    async close(onWaiting = () => {}, grace = options.maxDuration + 1000) {
      await closeListeners({ ...options, requests, listeners, grace, onWaiting });
      await tls?.close();
      for (const service of services) await service.close?.();
      await store.close();
    },
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

/** The result of the first call. A call that fails is repeated by the next one. */
function cached<Result>(action: () => Promise<Result>): () => Promise<Result> {
  let first: Promise<Result> | undefined;
  return () => {
    first ??= action().catch((error) => {
      first = undefined;
      throw error;
    });
    return first;
  };
}

/** The path of a URL, if it can be a base path. */
function pathOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parsePathPrefix(new URL(url).pathname);
}

const DEFAULT_JOURNAL_ENTRIES = 1000;

function toAllowedHosts({ allowedHosts, baseUrl }: ServerOptions): AllowedHosts {
  return createAllowedHosts(baseUrl === undefined ? allowedHosts : [...allowedHosts, toHostOfUrl(baseUrl)]);
}
