import type { Runtime } from '#runtime.ts';
import type { ConnectionSource } from '#wire/driver/connection-port.ts';
import type { ExchangeObserver } from '../message/exchange-observer.ts';
import type { ExchangeServer } from '../message/exchange-server.ts';
import { createExchangeObserver, type FinishedExchange } from '../message/finished-exchange.ts';
import type { Recorder } from '../message/recorder.ts';
import { MAX_HEAD_SIZE } from '../message/request-head.ts';
import type { AllowedHosts } from '../routing/allowed-hosts.ts';
import type { ConcurrencyLimiter } from '../routing/concurrency-limiter.ts';
import type { BodyLimits } from '../routing/decode.ts';
import { createDispatcher } from '../routing/dispatcher.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import { createRoutes } from '../routing/routes.ts';
import type { Scopes } from '../routing/scopes.ts';
import type { Log, Service } from '../routing/service.ts';
import { Connections } from '../transport/connections/connection.ts';
import type { RequestsInProgress } from '../transport/requests-in-progress.ts';
import type { TimeLimits } from './http2-limits.ts';
import { type Listener, listen } from './listen.ts';
import type { Identity } from './transport.ts';
import { createUpgrades } from './upgrade.ts';

export interface HttpServerOptions extends BodyLimits, Pick<TimeLimits, 'keepAliveTimeout'> {
  readonly host: readonly string[];
  /** 0 selects a free port. */
  readonly port: number;
  /** Replaces the port by that of another process. */
  readonly source?: ConnectionSource | undefined;
  readonly tls: Identity | undefined;
  /** See `RouteOptions` and `ExchangeServer`. */
  readonly basePath?: string | undefined;
  readonly forwardedPrefix?: ExchangeServer['forwardedPrefix'];
  /** Whether HTTP/2 is accepted without TLS. */
  readonly h2c: boolean;
  /** Maximum delay of a response, in milliseconds. */
  readonly maxDuration: number;
  /** Replaces time limits of connections. */
  readonly timeLimits?: Partial<typeof TIME_LIMITS> | undefined;
  /** Hosts by which clients may call the services; undefined where any is allowed. */
  readonly allowedHosts: AllowedHosts | undefined;
  readonly limiter: ConcurrencyLimiter;
  readonly requests: RequestsInProgress;
  readonly runtime: Runtime;
  /** The next number of a connection; one source for all ports of a server. */
  readonly nextConnectionId: () => number;
  readonly log: Log;
  /** Called once for every finished request. */
  readonly observe?: ((finished: FinishedExchange) => void) | undefined;
  /** Called before the recorder, which does not record a request that it rejects. */
  readonly guard?: ExchangeObserver | undefined;
  readonly recorder: Recorder | undefined;
  readonly scopes?: Scopes | undefined;
  readonly requestMetrics: RequestMetrics | undefined;
}

const TIME_LIMITS = { headerTimeout: 10_000, requestTimeout: 60_000 };

/** Opens a port and dispatches its requests to the services. @throws the error of the system, such as EADDRINUSE. */
export function openHttpServer(services: readonly Service[], options: HttpServerOptions): Promise<Listener> {
  const { observe, guard, recorder, requestMetrics, runtime } = options;
  const routes = createRoutes(services, options, options.scopes);
  // The limit is longer than the maximum delay.
  const idleTimeout = options.maxDuration + 60_000;
  const connections = new Connections({ idleTimeout, runtime, nextId: options.nextConnectionId });
  const observers = [
    observe && createExchangeObserver(observe, runtime),
    requestMetrics,
    guard,
    recorder,
  ].filter((observer) => observer !== undefined);
  return listen(
    {
      ...options,
      // Node rejects a head of this size, too.
      maxHeaderSize: MAX_HEAD_SIZE + 1,
      ...TIME_LIMITS,
      ...options.timeLimits,
    },
    createDispatcher({ ...options, routes, connections, idleTimeout, observers }),
    routes,
    connections,
    createUpgrades(routes, connections, options),
  );
}
