import type { AuthorizationContext } from '#accounts/domain/context.ts';
import type { Store } from '#accounts/store/index.ts';
import type { OperationContext } from '#control/operations/declaration/context.ts';
import { checkDatabase } from '#control/operations/state/check-database.ts';
import type { ControlService } from '#control/service.ts';
import { createDocsService } from '#docs/service.ts';
import type { BodyBudget } from '#http/message/body/body-budget.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Recorder } from '#http/message/recorder.ts';
import type { RequestMetrics } from '#http/routing/request-metrics.ts';
import type { Service } from '#http/routing/service.ts';
import type { Journal } from '#journal/recording/journal.ts';
import { createProbesService } from '#ops/probes-service.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import type { Labs } from '#testing/labs/keys/labs.ts';
import { version } from '#version.ts';
import { type Accounts, createAccounts } from './create-accounts.ts';
import { createControl, createOperations } from './create-control.ts';
import { createRules } from './create-rules.ts';
import { createLabs, createTesting, toUnmatchedErrorOf } from './create-testing.ts';
import { createRecording } from './journal.ts';
import { createServerContext, type ServerContext } from './server-context.ts';
import { ServiceDirectory } from './service-directory.ts';
import type { Prepare, ServiceOptions } from './service-options.ts';
import { divideByPort, type Ports, portsOf, type ServicesByPort } from './services-by-port.ts';

export interface Services extends ServicesByPort {
  /** In the order of their documentation. */
  readonly services: readonly Service[];
  readonly authorizationContext: AuthorizationContext;
  readonly operations: OperationContext;
  readonly rules: RuleSet;
  readonly bodyBudget: BodyBudget;
  /** Undefined when it is disabled. */
  readonly journal?: Journal;
  /** Records exchanges for the journal, if there is one. */
  readonly recorder?: Recorder;
  readonly labs: Labs;
  /** Undefined without the control API, which publishes them. */
  readonly requestMetrics: RequestMetrics | undefined;
}

/** Creates the services of a server. `ports` is read when a request needs a port. */
export function createServices(
  input: ServiceOptions,
  store: Store,
  prepare: Prepare = async () => {},
  ports: Ports = portsOf(input),
): Services {
  const server = createServerContext(input, store, ports);
  const { options, bodyBudget, requestMetrics } = server;
  const recording = createRecording(options);
  const directory = new ServiceDirectory(options, bodyBudget);
  const serverRules = createRules(server, directory);
  const accounts = createAccounts(server, serverRules);
  const labs = createLabs(server);
  const { rules } = serverRules;
  const target = { accounts, journal: recording?.journal, labs, rules, directory, prepare };
  const operations = createOperations(server, target);
  const control = createControl(server, accounts, operations, recording?.journal);
  const toUnmatchedError = toUnmatchedErrorOf(operations, control);
  const testing = createTesting(server, labs, serverRules, toUnmatchedError, accounts.pages);
  const probes = createProbesService(version, () => checkDatabase(options.runtime, store));
  const controls = control ? [control.service] : [];
  const documented = [testing, accounts.api, accounts.pages, ...controls, probes];
  const docs = createDocumentation(server, documented, accounts, control, recording !== undefined);
  // For rules, the documentation is a part of the testing service, whose paths are those of the origin.
  const services = [...documented, serverRules.addTo(docs, 'testing', toUnmatchedError)];
  const { api, pages: web } = accounts;
  const isLocal = (exchange: Exchange) => control?.isLocal(exchange) ?? false;
  const divided = divideByPort({
    ...server,
    services,
    testing,
    api,
    web,
    control: controls,
    probes,
    isLocal,
  });
  directory.fill(services, divided.main);
  serverRules.start();
  return {
    services,
    authorizationContext: accounts.context,
    operations,
    rules,
    bodyBudget,
    ...recording,
    labs,
    requestMetrics,
    ...divided,
  };
}

function createDocumentation(
  { origins, hasAccountsPort, hasControlPort }: ServerContext,
  services: readonly Service[],
  { api, pages }: Accounts,
  control: ControlService | undefined,
  hasJournal: boolean,
): Service {
  return createDocsService({
    services,
    version,
    hasJournal,
    latestBins: control && ((exchange) => control.latestBins(exchange)),
    toOrigin(service, exchange) {
      if (hasAccountsPort && (service === api || service === pages)) return origins.accounts(exchange);
      return hasControlPort && service === control?.service ? origins.control(exchange) : undefined;
    },
  });
}
