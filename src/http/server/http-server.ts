import type { Runtime } from '#runtime.ts';
import type { ConnectionSource } from '#wire/driver/connection-port.ts';
import type { Identity } from '#wire/driver/tls.ts';
import type { WireServer } from '#wire/port.ts';
import type { ExchangeObserver } from '../message/exchange-observer.ts';
import type { ExchangeServer } from '../message/exchange-server.ts';
import { createExchangeObserver, type FinishedExchange } from '../message/finished-exchange.ts';
import type { Recorder } from '../message/recorder.ts';
import { readHost } from '../message/request-head.ts';
import type { RequestsInProgress } from '../message/requests-in-progress.ts';
import type { AllowedHosts } from '../routing/allowed-hosts.ts';
import type { ConcurrencyLimiter } from '../routing/concurrency-limiter.ts';
import type { BodyLimits } from '../routing/decode.ts';
import { createDispatcher } from '../routing/dispatcher.ts';
import type { RequestMetrics } from '../routing/request-metrics.ts';
import { createRoutes } from '../routing/routes.ts';
import type { Scopes } from '../routing/scopes.ts';
import type { Log, Service } from '../routing/service.ts';
import { type Listener, listen } from './listen.ts';
import { RejectedRequests } from './rejected-requests.ts';
import { Upgrades } from './upgrade.ts';

/** Time limits of a connection, in milliseconds. */
export interface TimeLimits {
  /** From the start of a connection or a request to the end of the request's head. */
  readonly headerTimeout: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeout: number;
  /** For a connection without a request in progress. */
  readonly keepAliveTimeout: number;
}

export interface HttpServerOptions extends BodyLimits, Pick<TimeLimits, 'keepAliveTimeout'> {
  readonly host: readonly string[];
  /** 0 selects a free port. */
  readonly port: number;
  /** Replaces the port by one that the caller listens on. */
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
  readonly timeLimits?: (Partial<typeof TIME_LIMITS> & { readonly stallTimeout?: number }) | undefined;
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
export async function openHttpServer(
  services: readonly Service[],
  options: HttpServerOptions,
): Promise<Listener> {
  const { observe, guard, recorder, requestMetrics, runtime } = options;
  const routes = createRoutes(services, options, options.scopes);
  const observers = [observe && createExchangeObserver(observe), requestMetrics, guard, recorder].filter(
    (observer) => observer !== undefined,
  );
  const dispatch = createDispatcher({ ...options, routes, observers });
  const upgrades = new Upgrades(options);
  const rejected = new RejectedRequests({ routes, recorder, requestMetrics, runtime });
  const server: WireServer = {
    serve(wire) {
      const located = routes.find(wire.head.target, readHost(wire.head));
      return upgrades.accept(wire, located) ? undefined : dispatch(wire, located);
    },
    opened: (connection) => recorder?.connected(connection),
    closed: (connection) => recorder?.disconnected(connection),
    handshakeFailed: (connection, failure) => rejected.handshakeFailed(connection, failure),
    failed: (connection, error, isAnswered) => rejected.failed(connection, error, isAnswered),
    defect: (_, error) => options.log.error('Unexpected error', { error }),
  };
  // A response may be delayed for the maximum duration before the client gets any of it.
  const limits = { ...TIME_LIMITS, stallTimeout: options.maxDuration + 60_000, ...options.timeLimits };
  const listener = await listen({
    ...options,
    server,
    memory: options.bodyBudget.open(),
    times: {
      head: limits.headerTimeout,
      body: limits.requestTimeout,
      keepAlive: options.keepAliveTimeout,
      stall: limits.stallTimeout,
    },
  });
  return {
    ...listener,
    close(deadline) {
      const closed = listener.close(deadline);
      upgrades.destroy();
      return closed;
    },
  };
}
