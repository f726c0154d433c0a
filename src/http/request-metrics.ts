import type { Runtime } from '../runtime.ts';
import type { Exchange } from './exchange.ts';
import { toBoundedMethod, toSentStatus } from './finished-exchange.ts';
import { isClosed } from './http2.ts';

/** Upper bounds of the latency histogram, in seconds. */
export const LATENCY_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The label of requests whose path matches no template. */
const UNKNOWN_ROUTE = '(unknown)';

/** The label of requests that the parser rejected. */
const UNPARSED_ROUTE = '(unparsed)';

/** The latencies of the requests of one service. */
export interface ServiceLatency {
  readonly service: string;
  /** Number of requests whose latency is at most the bound of the same index; the last member has no bound. */
  readonly byLatency: number[];
  /** Sum of the latencies. */
  seconds: number;
}

/** The counters of one method of one route. */
export interface RouteMetrics {
  readonly route: string;
  readonly method: string;
  /** Number of requests by status; 0 without a response. */
  readonly byStatus: Map<number, number>;
  requestBytes: number;
  responseBytes: number;
}

/**
 * Counts the requests of a server, in plain numbers: a metrics library would cost more for each request than its routing.
 * The labels are bounded: templates, methods of the RFCs, and statuses of three digits. Latencies are counted for each
 * service: a histogram for each of several hundred routes and methods would be most of the text.
 */
export class RequestMetrics {
  readonly #byRoute = new Map<string, Map<string, RouteMetrics>>();
  readonly #byService = new Map<string, ServiceLatency>();
  readonly #runtime: Pick<Runtime, 'monotonic'>;
  #inFlight = 0;

  constructor(runtime: Pick<Runtime, 'monotonic'>) {
    this.#runtime = runtime;
  }

  /** Number of requests whose response is not complete. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get routes(): RouteMetrics[] {
    return [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()]);
  }

  get latencies(): ServiceLatency[] {
    return [...this.#byService.values()];
  }

  /**
   * Counts an exchange whose handler has returned: at once if the response is complete, otherwise when it is.
   * @param startedAt monotonic time at which the request was received
   */
  add(exchange: Exchange, startedAt: number): void {
    const { reply } = exchange;
    // A listener for each request would cost more than the counters.
    if (reply.writableEnded || isClosed(reply)) {
      this.#record(exchange, startedAt);
      return;
    }
    this.#inFlight++;
    reply.once('close', () => {
      this.#inFlight--;
      this.#record(exchange, startedAt);
    });
  }

  /** Counts a request that the parser rejected. It has no latency, because its start is not known. */
  addUnparsed(status: number): void {
    this.#count(UNPARSED_ROUTE, 'OTHER', status);
  }

  /** Counts a request that asked for a WebSocket connection. It has no latency. */
  addUpgrade(route: string, status: number): void {
    this.#count(route, 'GET', status);
  }

  #count(route: string, method: string, status: number): RouteMetrics {
    const metrics = this.#find(route, method);
    metrics.byStatus.set(status, (metrics.byStatus.get(status) ?? 0) + 1);
    return metrics;
  }

  #record(exchange: Exchange, startedAt: number): void {
    const route = exchange.template || UNKNOWN_ROUTE;
    const metrics = this.#count(route, toBoundedMethod(exchange.method), toSentStatus(exchange));
    const seconds = (this.#runtime.monotonic() - startedAt) / 1000;
    let index = 0;
    while (seconds > (LATENCY_BOUNDS[index] ?? Infinity)) index++;
    const latency = this.#latencyOf(exchange.format.name);
    latency.byLatency[index] = (latency.byLatency[index] ?? 0) + 1;
    latency.seconds += seconds;
    metrics.requestBytes += exchange.bytesReceived;
    metrics.responseBytes += exchange.bytesSent;
  }

  #find(route: string, method: string): RouteMetrics {
    const byMethod = this.#byRoute.get(route) ?? new Map<string, RouteMetrics>();
    if (byMethod.size === 0) this.#byRoute.set(route, byMethod);
    const known = byMethod.get(method);
    if (known) return known;
    const created: RouteMetrics = {
      route,
      method,
      byStatus: new Map(),
      requestBytes: 0,
      responseBytes: 0,
    };
    byMethod.set(method, created);
    return created;
  }

  #latencyOf(service: string): ServiceLatency {
    const known = this.#byService.get(service);
    if (known) return known;
    const byLatency = Array.from({ length: LATENCY_BOUNDS.length + 1 }, () => 0);
    const created: ServiceLatency = { service, byLatency, seconds: 0 };
    this.#byService.set(service, created);
    return created;
  }
}
