import type { AuthorizationOptions } from './authorizations/options.ts';
import { type AuthorizationParts, createParts } from './authorizations/parts.ts';
import { createAuthorizationService } from './authorizations/service.ts';
import type { Store, StoreSnapshot } from './authorizations/store.ts';
import { createWebService } from './authorizations/web/service.ts';
import { settings } from './config/settings.ts';
import { type Controls, createControls } from './control/controls.ts';
import { createFaultCheck, type FaultCheck } from './control/fault-check.ts';
import { createControlService } from './control/service.ts';
import { createDocsService } from './docs/service.ts';
import { isLoopbackBind } from './http/address.ts';
import { type AllowedHosts, createAllowedHosts, toHostOfUrl } from './http/allowed-hosts.ts';
import { type BodyBudget, createBodyBudget } from './http/body-budget.ts';
import { createDispatcher, type Finished } from './http/dispatcher.ts';
import { listen } from './http/listen.ts';
import { createMounts } from './http/mounts.ts';
import type { Log, Service } from './http/service.ts';
import { createUpgrades } from './http/upgrade.ts';
import { createTestingService } from './httpbin/service.ts';
import type { Runtime } from './runtime.ts';
import { openStore } from './storage/open.ts';
import { openTls, type TlsOptions } from './tls.ts';
import { version } from './version.ts';

/** What the server runs with. Each has a default but the runtime and the log, which whoever starts it brings. */
export interface ServerOptions extends Omit<AuthorizationOptions, 'store'>, TlsOptions {
  readonly host: string;
  /**
   * Hosts by which clients may call the API, the pages and the control API, besides loopback names and the host of the
   * base URL. Without any, a server on a loopback address has these, and another one takes every host.
   */
  readonly allowedHosts: readonly string[];
  /** 0 takes any free port. */
  readonly port: number;
  /** Without TLS, whether HTTP/2 is taken too. */
  readonly h2c: boolean;
  /** Most requests of one client address that are served at a time; 0 for no bound. */
  readonly maxConcurrency: number;
  /** `memory`, `sqlite:PATH` or `postgres://…`. */
  readonly database: string;
  /** Most bytes of one body that are read. */
  readonly maxBodySize: number;
  /** Most bytes of all bodies that are held at a time. */
  readonly maxTotalBodySize: number;
  /** Most bytes that the upload sink takes in. */
  readonly maxUploadSize: number;
  /** Most bytes that a generator makes up for one answer. */
  readonly maxGeneratedSize: number;
  /** The longest an answer may be held back, in milliseconds. */
  readonly maxDuration: number;
  /** The only hosts that clients may have themselves redirected to; none means any. */
  readonly allowedRedirectDomains: readonly string[];
  /** Whether clients of the testing service may choose headers and cookies that reach the pages about accounts. */
  readonly allowOriginHeaders: boolean;
  /** Whether the control API is served. */
  readonly control: boolean;
  /** Opens the control API to those who are not on this machine; without it, nothing does. */
  readonly controlToken?: string | undefined;
  /** Whether `/hostname` tells the name of the machine. */
  readonly realHostname: boolean;
  /** Variables, of which `/env` shows those that are meant for it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly observe?: ((finished: Finished) => void) | undefined;
}

export type MinimalServerOptions = Partial<ServerOptions> & Pick<ServerOptions, 'runtime' | 'log'>;

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /** With TLS, the PEM file that clients trust. */
  readonly caPath: string | undefined;
  readonly store: Store;
  readonly services: readonly Service[];
  /** What the API is made of. */
  readonly parts: AuthorizationParts;
  /** By which the whole of it is seeded, reset and restored. */
  readonly controls: Controls;
  readonly checkFault: FaultCheck;
  /** What is held of the content of requests. */
  readonly bodyBudget: BodyBudget;
  /** Lets what is under way end, for as long as the longest answer may be held back; then cuts. */
  close(): Promise<void>;
}

export const defaultOptions: Omit<ServerOptions, 'runtime' | 'log'> = {
  host: settings.host.default,
  allowedHosts: settings.allowedHosts.default,
  port: settings.port.default,
  tls: settings.tls.default,
  h2c: settings.h2c.default,
  hsts: settings.hsts.default,
  maxConcurrency: settings.maxConcurrency.default,
  database: settings.database.default,
  maxBodySize: settings.maxBodySize.default,
  maxTotalBodySize: settings.maxTotalBodySize.default,
  maxUploadSize: settings.maxUploadSize.default,
  maxGeneratedSize: settings.maxGeneratedSize.default,
  maxDuration: settings.maxDuration.default,
  allowedRedirectDomains: settings.allowedRedirectDomains.default,
  allowOriginHeaders: settings.allowOriginHeaders.default,
  realHostname: settings.realHostname.default,
  environment: process.env,
  trustedProxies: settings.trustedProxies.default,
  lockoutFailures: settings.lockoutFailures.default,
  lockoutDuration: settings.lockoutDuration.default,
  oneTimePasswordReuse: settings.oneTimePasswordReuse.default,
  sessionIdleTimeout: settings.sessionIdleTimeout.default,
  deprecationFields: settings.deprecationHeaders.default,
  passwordCost: settings.passwordCost.default,
  rateLimit: settings.rateLimit.default,
  auditLimit: settings.auditLimit.default,
  control: settings.control.default,
  era: settings.era.default,
  privateMode: settings.privateMode.default,
  noteRequired: settings.noteRequired.default,
  lenientPut: settings.lenientPut.default,
  putLocation: settings.putLocation.default,
};

/** Puts into an empty store what a server begins with. */
export type Prepare = (store: Store) => Promise<void>;

/**
 * What `prepare` puts into the store is there before anybody can call, and again after each reset.
 * @throws DatabaseError when the store cannot be opened; the system's error when the address cannot be taken.
 */
export async function startServer(
  given: MinimalServerOptions,
  prepare: Prepare = async () => {},
): Promise<RunningServer> {
  const options: ServerOptions = { ...defaultOptions, ...given };
  const store = await openStore(options.database, options.runtime);
  try {
    await prepare(store);
    return await serve(options, store, prepare);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(given: ServerOptions, store: Store, prepare: Prepare): Promise<RunningServer> {
  const isLoopback = await isLoopbackBind(given.host);
  const options = {
    ...given,
    hsts: given.hsts && !isLoopback,
    // A larger body never fits, so it gets 413 and no invitation to repeat it.
    maxBodySize: Math.min(given.maxBodySize, given.maxTotalBodySize),
  };
  const tls = await openTls(options, options.runtime);
  const { services, parts, controls, bodyBudget, checkFault } = createServices(options, store, prepare);
  const mounts = createMounts(services);
  const listener = await listen(
    {
      ...options,
      tls: tls?.identity,
      maxHeaderSize: 64 * 1024,
      headerTimeout: 10_000,
      requestTimeout: 60_000,
    },
    // Longer than anything is held back.
    createDispatcher({
      ...options,
      bodyBudget,
      mounts,
      allowedHosts: isLoopback || options.allowedHosts.length > 0 ? toAllowedHosts(options) : undefined,
      idleTimeout: options.maxDuration + 60_000,
    }),
    mounts,
    createUpgrades(mounts, options.log),
  );
  return {
    url: `${tls ? 'https' : 'http'}://${toAuthority(options.host, listener.port)}`,
    port: listener.port,
    caPath: tls?.caPath,
    store,
    services,
    parts,
    controls,
    checkFault,
    bodyBudget,
    async close() {
      const grace = Promise.withResolvers<void>();
      const cancel = options.runtime.after(options.maxDuration + 1000, grace.resolve);
      await listener.close(grace.promise);
      cancel();
      await tls?.close();
      for (const service of services) await service.close?.();
      await store.close();
    },
  };
}

/** The services of a server with these options, in the order of their documentation, and what they share. */
export function createServices(options: ServerOptions, store: Store, prepare: Prepare = async () => {}) {
  const { control, controlToken, passwordCost } = options;
  const bodyBudget = createBodyBudget(options.maxTotalBodySize);
  const parts = createParts({ ...options, store });
  // When all that a start needs of the dice has been cast: a reset goes back to here.
  const initialRecords = () => makeRecords(prepare, options.runtime);
  const controls = createControls({ parts, initialRecords, passwordCost });
  const checkFault = createFaultCheck(() => all, 'authorizations');
  const accountServices = [
    createAuthorizationService(parts),
    createWebService(parts),
    ...(control ? [createControlService({ parts, controls, checkFault, controlToken, version })] : []),
  ];
  const services = [
    createTestingService({
      ...options,
      bodyBudget,
      sharesAccountsOrigin: !options.allowOriginHeaders,
      accountPaths: accountServices.flatMap(pathPrefixes),
    }),
    ...accountServices,
  ];
  const all = [...services, createDocsService({ services, version })];
  return { parts, controls, checkFault, bodyBudget, services: all };
}

/** What `prepare` puts into an empty store, as records that can be put into any other store. */
async function makeRecords(prepare: Prepare, runtime: Runtime): Promise<StoreSnapshot> {
  const store = await openStore('memory', runtime);
  try {
    await prepare(store);
    return await store.snapshot();
  } finally {
    await store.close();
  }
}

/** The beginnings of all paths of a service: its prefixes, or the first segments of its paths. */
function pathPrefixes({ prefix, otherPrefixes = [], endpoints }: Service): string[] {
  if (prefix !== '') return [prefix, ...otherPrefixes];
  return [...new Set(endpoints.map(({ path }) => `/${path.split('/', 2)[1]}`))];
}

function toAllowedHosts({ allowedHosts, baseUrl }: ServerOptions): AllowedHosts {
  return createAllowedHosts(baseUrl === undefined ? allowedHosts : [...allowedHosts, toHostOfUrl(baseUrl)]);
}

/** Host and port as they stand in a URL; an address that listens everywhere is called by a name that can be called. */
function toAuthority(host: string, port: number): string {
  const callable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}
