import { createAuthorizationService } from '#accounts/api-service.ts';
import type { AuthorizationOptions } from '#accounts/domain/context.ts';
import { type AuthorizationContext, createAuthorizationContext } from '#accounts/domain/context.ts';
import { createWebService } from '#accounts/pages-service.ts';
import { openStore } from '#accounts/storage/open.ts';
import type { Store, StoreRecords } from '#accounts/store/index.ts';
import type { ServerSettings } from '#config/settings/settings.ts';
import type { FoundRoute, OperationContext } from '#control/operations/declaration/context.ts';
import { createOperationContext } from '#control/operations/declaration/create-context.ts';
import { createUnmatchedError } from '#control/operations/rules/unmatched-error.ts';
import { checkDatabase } from '#control/operations/state/check-database.ts';
import type { ServerConnection } from '#control/operations/state/server-connection.ts';
import { checkRules } from '#control/operations/state/server-state.ts';
import { CONTROL_PREFIX, createControlService } from '#control/service.ts';
import { createDocsService } from '#docs/service.ts';
import { notFound } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Recorder } from '#http/message/recorder.ts';
import { RequestMetrics } from '#http/routing/request-metrics.ts';
import type { Route } from '#http/routing/route.ts';
import { createRoutes, type Routes } from '#http/routing/routes.ts';
import type { Service } from '#http/routing/service.ts';
import { pathPrefixes } from '#http/routing/unrecorded-paths.ts';
import { type BodyBudget, createBodyBudget } from '#http/transport/body-budget.ts';
import type { Journal } from '#journal/recording/journal.ts';
import { createMetrics } from '#ops/metrics/metrics.ts';
import { createProbesService } from '#ops/probes-service.ts';
import type { Compose } from '#rules/active-rule.ts';
import { createNormalize } from '#rules/normalize.ts';
import { createRequestPhase } from '#rules/request-phase.ts';
import type { RuleInput, RuleService } from '#rules/rule.ts';
import { createRuleSet, type RuleSet } from '#rules/rule-set.ts';
import { toModes, type UnmatchedModeInput } from '#rules/unmatched/unmatched-mode.ts';
import type { ToUnmatchedError } from '#rules/unmatched-phase.ts';
import { createFindNode } from '#shared/node.ts';
import { createSharedClock, withSharedClock } from '#shared/shared-clock.ts';
import { LABS } from '#testing/labs/index.ts';
import { Labs } from '#testing/labs/keys/labs.ts';
import type { TestingContext } from '#testing/request/context.ts';
import { composeHandlerResponse } from '#testing/responses/composition/handler-response.ts';
import { composeSteps } from '#testing/responses/composition/response-steps.ts';
import type { AccountsOrigin } from '#testing/responses/headers/accounts-origin.ts';
import { createTestingService } from '#testing/service.ts';
import { version } from '#version.ts';
import { createCallerRules } from './api-rules.ts';
import { createRecording } from './journal.ts';
import { toMetricSources } from './metrics.ts';
import { createPortOrigins, divideByPort, type Ports, type ServicesByPort } from './services-by-port.ts';

/** Writes the initial records to an empty store. */
export type Prepare = (store: Store) => Promise<void>;

/** Options of the services. */
export interface ServiceOptions
  extends Omit<AuthorizationOptions, 'store' | 'createCallerRules'>,
    Omit<TestingContext, keyof AccountsOrigin | 'bodyBudget' | 'labs' | 'findNode'>,
    Pick<
      ServerSettings,
      | 'unmatched'
      | 'binHeader'
      | 'journal'
      | 'journalBodySize'
      | 'journalSize'
      | 'journalRedact'
      | 'journalAuthorizations'
    > {
  /** Rules that exist after the start and after each reset. */
  readonly initialRules?: readonly RuleInput[] | undefined;
  /** Modes of unmatched requests, from the start and after each reset. The setting precedes that of the server, unless it is `pass`. */
  readonly initialUnmatched?: readonly UnmatchedModeInput[] | undefined;
  /** The token by which the commands of the user who started the server call the control API. */
  readonly commandToken?: string | undefined;
  /** Of the masks of credentials, for several workers; by default, a random value. */
  readonly maskSalt?: string | undefined;
  /** By default, the host name of the machine and the port. */
  readonly nodeName?: string | undefined;
  /** By default, that of a server that does not listen. */
  readonly connection?: ServerConnection | undefined;
  /** Resolves with the number of open connections. */
  readonly countConnections?: (() => Promise<number>) | undefined;
}

export interface Services extends ServicesByPort {
  /** In the order of their documentation. */
  readonly services: readonly Service[];
  readonly authorizationContext: AuthorizationContext;
  readonly operations: OperationContext;
  readonly rules: RuleSet;
  /** The budget of all bodies in progress, on all ports. */
  readonly bodyBudget: BodyBudget;
  /** Undefined when it is disabled. */
  readonly journal?: Journal;
  /** Of the journal, if there is one. */
  readonly recorder?: Recorder;
  readonly labs: Labs;
  /** The counters of all requests; undefined without the control API, which publishes them. */
  readonly requestMetrics: RequestMetrics | undefined;
}

/** Creates the services of a server. `ports` is read when a request needs a port. */
export function createServices(
  input: ServiceOptions,
  store: Store,
  prepare: Prepare = async () => {},
  ports: Ports = {
    main: input.port,
    accounts: input.accountsPort,
    control: input.controlPort,
    tls: input.tlsPort,
  },
): Services {
  const { shared, control, passwordCost } = input;
  const clock = createSharedClock(shared, input.runtime);
  const options = { ...input, runtime: withSharedClock(input.runtime, clock) };
  const bodyBudget = createBodyBudget(options.maxTotalBodySize);
  const recording = createRecording(options);
  const journal = recording?.journal;
  // Only explanations and additions of rules need them besides the ports, which have their own.
  let routes: Routes | undefined;
  const findMainRoute = (target: string, host?: string): Route => {
    routes ??= createRoutes(divided.main, { ...options, bodyBudget });
    return routes.find(target, host).route;
  };
  const normalize = createNormalize(() => services, { ...options, limits: () => limits });
  const compose: Compose = {
    steps: (respond, after) => composeSteps(respond, after, limits),
    fromHandler: (result, onError) => composeHandlerResponse(result, limits, onError),
  };
  const rules = createRuleSet(normalize, {
    ...options,
    compose,
    endpointAt(path, methods, bin) {
      const { template, allow = '' } = findMainRoute(bin === null ? path : `/bin/${bin}${path}`);
      const isAllowed = methods?.some((method) => allow.split(', ').includes(method)) ?? true;
      return template === '' || !isAllowed ? null : template;
    },
  });
  const toUnmatchedError: ToUnmatchedError = (exchange, isCounted) =>
    isCounted
      ? createUnmatchedError(exchange, operations, controlService?.isReader(exchange) ?? false)
      : notFound();
  const withRules = (service: Service, name: RuleService): Service => ({
    ...service,
    rules: createRequestPhase(
      rules,
      { ...options, bodyBudget },
      name,
      name === 'testing' ? toUnmatchedError : undefined,
    ),
  });
  const authorizationContext = createAuthorizationContext({
    ...options,
    store,
    createCallerRules: (context) => createCallerRules({ ...options, ...context, rules, bodyBudget }),
  });
  const api = withRules(createAuthorizationService(authorizationContext), 'api');
  const web = withRules(createWebService(authorizationContext), 'accounts');
  const hasOwnOrigin = options.accountsPort !== undefined;
  const limits = {
    ...options,
    sharesAccountsOrigin: !options.allowOriginHeaders && !hasOwnOrigin,
    sharesAccountsHost: !options.allowOriginHeaders,
    mayHavePrefix: options.basePath !== undefined || options.trustedProxies.length > 0,
    accountPaths: [...[api, web].flatMap(pathPrefixes), ...(control ? [CONTROL_PREFIX] : [])],
  };
  const labs = new Labs({
    labs: LABS,
    limits,
    runtime: options.runtime,
    shared,
    redacted: options.journalRedact,
  });
  const findNode = createFindNode(shared, options.nodeName, () => ports.main);
  // After the start has used the random source, whose state a reset restores.
  const operations = createOperationContext({
    accounts: authorizationContext,
    shared,
    clock,
    journal,
    journalLimits: { entries: options.journal ?? 0, bytes: options.journalSize },
    maskSalt: options.maskSalt,
    findNode,
    binHeader: options.binHeader,
    findRoute: (target, host) => toFoundRoute(findMainRoute(target, host)),
    connection: input.connection ?? { ...NOT_LISTENING, ports },
    labs,
    rules,
    responseLimits: limits,
    passwordCost,
    initialRecords: () => makeRecords(prepare),
  });
  const requestMetrics = control ? new RequestMetrics(options.runtime) : undefined;
  const hasControlPort = control && options.controlPort !== undefined;
  const origins = createPortOrigins(ports, options.baseUrl);
  const controlService =
    requestMetrics &&
    createControlService({
      clientAddress: authorizationContext.clientAddress,
      addresses: authorizationContext.addresses,
      release: authorizationContext.release,
      shared,
      operations,
      metrics: createMetrics(
        {
          ...toMetricSources(authorizationContext, requestMetrics, bodyBudget),
          worker: shared.worker,
          journal,
          journalQueries: operations.journal?.queries,
          connections: options.countConnections ?? (async () => 0),
        },
        shared,
      ),
      settings: options,
      commandToken: options.commandToken,
      mainPort: {
        originFor: (exchange) => (hasControlPort ? origins.main(exchange) : originOf(exchange)),
        number: () => (hasControlPort ? ports.main : undefined),
      },
    });
  const controlServices = controlService ? [controlService.service] : [];
  const testing = withRules(createTestingService({ ...limits, bodyBudget, labs, findNode }), 'testing');
  const probes = createProbesService(version, () => checkDatabase(options.runtime, store));
  const documented = [testing, api, web, ...controlServices, probes];
  const documentation = createDocsService({
    services: documented,
    version,
    hasJournal: journal !== undefined,
    latestBins: controlService?.latestBins,
    toOrigin(service, exchange) {
      if (hasOwnOrigin && (service === api || service === web)) return origins.accounts(exchange);
      return hasControlPort && service === controlService?.service ? origins.control(exchange) : undefined;
    },
  });
  // For rules, the documentation is a part of the testing service, whose paths are those of the origin.
  const docs = withRules(documentation, 'testing');
  const services = [...documented, docs];
  rules.start(
    checkRules(normalize, options.initialRules ?? [], 'The seed is invalid: ', { hasFiles: true }),
    toModes(options.unmatched, options.initialUnmatched),
  );
  const common = {
    services,
    authorizationContext,
    operations,
    rules,
    bodyBudget,
    ...recording,
    labs,
    requestMetrics,
  };
  const divided = divideByPort({
    services,
    testing,
    api,
    web,
    control: controlServices,
    probes,
    hasAccountsPort: hasOwnOrigin,
    hasControlPort,
    origins,
    isLocal: (exchange) => controlService?.isLocal(exchange) ?? false,
  });
  return { ...common, ...divided };
}

/** The route of a request, as rules need it. The documentation is a part of the testing service. */
function toFoundRoute({ service: { name }, owner, template, allow, redirect }: Route): FoundRoute {
  return {
    service:
      owner.name === 'control' || owner.name === 'probes'
        ? null
        : name === 'api' || name === 'accounts'
          ? name
          : 'testing',
    endpoint: template === '' ? null : template,
    isKnown: allow !== undefined || redirect !== null,
  };
}

const NOT_LISTENING = {
  ...{ host: ['127.0.0.1'], h2c: false, isSecure: false, tls: undefined },
  ...{ hasScopePorts: false, openScopePorts: undefined, warnings: [] },
} satisfies Omit<ServerConnection, 'ports'>;

/** The URL by which the client calls the server, without a final slash. */
function originOf({ scheme, authority, prefix }: Exchange): string {
  return `${scheme}://${authority}${prefix}`;
}

/** The records that `prepare` writes, as a snapshot for any store. */
async function makeRecords(prepare: Prepare): Promise<StoreRecords> {
  const store = await openStore('memory');
  try {
    await prepare(store);
    return await store.readAll();
  } finally {
    await store.close();
  }
}
