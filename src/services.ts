import type { AuthorizationOptions } from './authorizations/options.ts';
import { type AuthorizationParts, createParts } from './authorizations/parts.ts';
import { createAuthorizationService } from './authorizations/service.ts';
import type { Store, StoreSnapshot } from './authorizations/store.ts';
import { createWebService } from './authorizations/web/service.ts';
import { type Controls, createControls } from './control/controls.ts';
import { createFaultCheck, type FaultCheck } from './control/fault-check.ts';
import { createControlService } from './control/service.ts';
import { createDocsService } from './docs/service.ts';
import { type BodyBudget, createBodyBudget } from './http/body-budget.ts';
import type { Exchange } from './http/exchange.ts';
import { createOtherPortService, OtherPortError, toOriginOfPort } from './http/other-port.ts';
import type { Service } from './http/service.ts';
import type { AccountsOrigin } from './httpbin/accounts-origin.ts';
import type { TestingContext } from './httpbin/context.ts';
import { createTestingService } from './httpbin/service.ts';
import { openStore } from './storage/open.ts';
import { version } from './version.ts';

/** Puts into an empty store what a server begins with. */
export type Prepare = (store: Store) => Promise<void>;

/** What the services are made with. */
export interface ServiceOptions
  extends Omit<AuthorizationOptions, 'store'>,
    Omit<TestingContext, keyof AccountsOrigin | 'bodyBudget'> {
  readonly port: number;
  readonly accountsPort?: number | undefined;
  /** Most bytes of all bodies in progress. */
  readonly maxTotalBodySize: number;
  readonly allowOriginHeaders: boolean;
  readonly control: boolean;
  readonly controlToken?: string | undefined;
}

/** The ports that a server listens on. */
export interface Ports {
  main: number;
  /** Undefined where the API and the pages have no port of their own. */
  accounts: number | undefined;
}

export interface Services {
  /** In the order of their documentation. */
  readonly services: readonly Service[];
  /** Those of the main port. */
  readonly main: readonly Service[];
  /** Those of the accounts port, where there is one. */
  readonly accounts: readonly Service[];
  readonly parts: AuthorizationParts;
  readonly controls: Controls;
  readonly checkFault: FaultCheck;
  /** Of all bodies in progress, whichever port they come by. */
  readonly bodyBudget: BodyBudget;
}

/** The services of a server with these options, and what they share. `ports` is read when a request names a port. */
export function createServices(
  options: ServiceOptions,
  store: Store,
  prepare: Prepare = async () => {},
  ports: Ports = { main: options.port, accounts: options.accountsPort },
): Services {
  const { control, controlToken, passwordCost } = options;
  const bodyBudget = createBodyBudget(options.maxTotalBodySize);
  const parts = createParts({ ...options, store });
  // When all that a start needs of the dice has been cast: a reset goes back to here.
  const initialRecords = () => makeRecords(prepare);
  const controls = createControls({ parts, initialRecords, passwordCost });
  const checkFault = createFaultCheck(() => services, 'authorizations');
  const [api, web] = [createAuthorizationService(parts), createWebService(parts)];
  const controlServices = control
    ? [createControlService({ parts, controls, checkFault, controlToken, version })]
    : [];
  const hasOwnOrigin = options.accountsPort !== undefined;
  const testing = createTestingService({
    ...options,
    bodyBudget,
    sharesAccountsOrigin: !options.allowOriginHeaders && !hasOwnOrigin,
    sharesAccountsHost: !options.allowOriginHeaders,
    accountPaths: [api, web, ...controlServices].flatMap(pathPrefixes),
  });
  const documented = [testing, api, web, ...controlServices];
  const toAccounts = (exchange: Exchange) =>
    options.baseUrl ?? toOriginOfPort(exchange, ports.accounts ?? ports.main);
  const docs = createDocsService({
    services: documented,
    version,
    toOrigin: (service, exchange) =>
      hasOwnOrigin && (service === api || service === web) ? toAccounts(exchange) : undefined,
  });
  const services = [...documented, docs];
  const shared = { services, parts, controls, checkFault, bodyBudget };
  if (!hasOwnOrigin) return { ...shared, main: services, accounts: [] };

  const toMain = (exchange: Exchange) => toOriginOfPort(exchange, ports.main);
  const pointer = (service: Service) => createOtherPortService(service, pathPrefixes(service), toAccounts);
  return {
    ...shared,
    main: [testing, docs, ...controlServices, pointer(api), pointer(web)],
    accounts: [
      withRoot(web, toMain),
      api,
      ...controlServices.map((service) => createOtherPortService(service, pathPrefixes(service), toMain)),
    ],
  };
}

/** The pages as the service at the root of their origin: it answers every path that no other service has. */
function withRoot(web: Service, toMain: (exchange: Exchange) => string): Service {
  return {
    ...web,
    miss(exchange, allow) {
      if (allow !== undefined) return web.miss?.(exchange, allow);
      if (exchange.path === '/') return exchange.empty(303, [['Location', web.entrance ?? '/']]);
      throw new OtherPortError('Testing service, documentation and control API', `${toMain(exchange)}/`);
    },
  };
}

/** The beginnings of all paths of a service: its prefixes, or the first segments of its paths. */
function pathPrefixes({ prefix, otherPrefixes = [], endpoints }: Service): string[] {
  if (prefix !== '') return [prefix, ...otherPrefixes];
  return [...new Set(endpoints.map(({ path }) => `/${path.split('/', 2)[1]}`))];
}

/** What `prepare` puts into an empty store, as records that can be put into any other store. */
async function makeRecords(prepare: Prepare): Promise<StoreSnapshot> {
  const store = await openStore('memory');
  try {
    await prepare(store);
    return await store.snapshot();
  } finally {
    await store.close();
  }
}
