import { openStore } from '#accounts/storage/open.ts';
import type { StoreRecords } from '#accounts/store/index.ts';
import type { FoundRoute, OperationContext } from '#control/operations/declaration/context.ts';
import { createOperationContext } from '#control/operations/declaration/create-context.ts';
import type { ServerConnection } from '#control/operations/state/server-connection.ts';
import { ControlService } from '#control/service.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { Route } from '#http/routing/route.ts';
import type { Journal } from '#journal/recording/journal.ts';
import { createMetrics } from '#ops/metrics/metrics.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import type { Labs } from '#testing/labs/keys/labs.ts';
import type { Accounts } from './create-accounts.ts';
import { buildMetricSources } from './metrics.ts';
import type { ServerContext } from './server-context.ts';
import type { ServiceDirectory } from './service-directory.ts';
import type { Prepare } from './service-options.ts';

/** What operations act on. */
export interface ControlledObjects {
  readonly accounts: Accounts;
  readonly journal: Journal | undefined;
  readonly labs: Labs;
  readonly rules: RuleSet;
  readonly directory: ServiceDirectory;
  /** Writes the records to which a reset returns. */
  readonly prepare: Prepare;
}

/** The operations on the server. Created after the start has used the random source, whose state a reset restores. */
export function createOperations(server: ServerContext, target: ControlledObjects): OperationContext {
  const { options, clock, findNode, ports } = server;
  const { accounts, journal, labs, rules, directory, prepare } = target;
  return createOperationContext({
    accounts: accounts.context,
    shared: options.shared,
    clock,
    journal,
    maskSalt: options.maskSalt,
    findNode,
    binHeader: options.binHeader,
    findRoute: (target, host) => toFoundRoute(directory.findRoute(target, host)),
    connection: options.connection ?? { ...NOT_LISTENING, ports },
    labs,
    rules,
    responseLimits: options,
    passwordCost: options.passwordCost,
    initialRecords: () => makeRecords(prepare),
  });
}

/** The control API; undefined if the settings disable it. */
export function createControl(
  server: ServerContext,
  { context }: Accounts,
  operations: OperationContext,
  journal: Journal | undefined,
): ControlService | undefined {
  const { options, bodyBudget, requestMetrics, origins, ports, hasControlPort } = server;
  const { shared, countConnections } = options;
  if (!requestMetrics) return undefined;
  const connections = countConnections ?? (async () => 0);
  const sources = {
    ...buildMetricSources(context, requestMetrics, bodyBudget),
    worker: shared.worker,
    journal,
    connections,
  };
  return new ControlService({
    clientAddress: context.clientAddress,
    addresses: context.addresses,
    release: context.release,
    shared,
    operations,
    metrics: createMetrics(sources, shared),
    connections,
    journalEntries: options.journal ?? 0,
    settings: options,
    commandToken: options.commandToken,
    mainPort: {
      originFor: (exchange) => (hasControlPort ? origins.main(exchange) : originOf(exchange)),
      number: () => (hasControlPort ? ports.main : undefined),
    },
  });
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
  host: ['127.0.0.1'],
  h2c: false,
  isSecure: false,
  tls: undefined,
  hasScopePorts: false,
  openScopePorts: undefined,
  warnings: [],
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
