import { accountPaths } from '#accounts/account-paths.ts';
import type { Store } from '#accounts/store/index.ts';
import { CONTROL_PREFIX } from '#control/service.ts';
import { type BodyBudget, createBodyBudget } from '#http/message/body/body-budget.ts';
import { RequestMetrics } from '#http/routing/request-metrics.ts';
import { createFindNode, type FindNode } from '#shared/node.ts';
import { createSharedClock, type SharedClock, withSharedClock } from '#shared/shared-clock.ts';
import type { AccountsOrigin } from '#testing/responses/headers/accounts-origin.ts';
import type { ServiceOptions } from './service-options.ts';
import { createPortOrigins, type PortOrigins, type Ports } from './services-by-port.ts';

/** What the services of a server share. */
export interface ServerContext {
  /** The runtime has the clock that all processes share. The limits are those of composed responses. */
  readonly options: ServiceOptions & AccountsOrigin;
  readonly store: Store;
  readonly clock: SharedClock;
  /** The budget of all bodies in progress, on all ports. */
  readonly bodyBudget: BodyBudget;
  /** The counters of all requests; undefined without the control API, which publishes them. */
  readonly requestMetrics: RequestMetrics | undefined;
  /** Read when a request needs a port. */
  readonly ports: Ports;
  readonly origins: PortOrigins;
  readonly findNode: FindNode;
  /** Whether the API and the pages have their own port. */
  readonly hasAccountsPort: boolean;
  readonly hasControlPort: boolean;
}

export function createServerContext(input: ServiceOptions, store: Store, ports: Ports): ServerContext {
  const { shared, control, allowOriginHeaders } = input;
  const clock = createSharedClock(shared, input.runtime);
  const hasAccountsPort = input.accountsPort !== undefined;
  const options = {
    ...input,
    runtime: withSharedClock(input.runtime, clock),
    sharesAccountsOrigin: !allowOriginHeaders && !hasAccountsPort,
    sharesAccountsHost: !allowOriginHeaders,
    mayHavePrefix: input.basePath !== undefined || input.trustedProxies.length > 0,
    accountPaths: [...accountPaths(), ...(control ? [CONTROL_PREFIX] : [])],
  };
  return {
    options,
    store,
    clock,
    bodyBudget: createBodyBudget(input.maxTotalBodySize),
    requestMetrics: control ? new RequestMetrics() : undefined,
    ports,
    origins: createPortOrigins(ports, input.baseUrl),
    findNode: createFindNode(shared, input.nodeName, () => ports.main),
    hasAccountsPort,
    hasControlPort: control && input.controlPort !== undefined,
  };
}
