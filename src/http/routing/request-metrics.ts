import type { Exchange } from '../message/exchange.ts';
import type { ExchangeObserver } from '../message/exchange-observer.ts';
import { readSentStatus } from '../message/finished-exchange.ts';
import { RouteCounters, type RouteMetrics, type ServiceLatency } from '../message/route-metrics.ts';

/** Upper bounds of the latency histogram, in seconds. */
export const LATENCY_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** The label of requests whose path matches no template. */
const UNKNOWN_ROUTE = '(unknown)';

/** The label of requests that the wire could not decode. */
const UNPARSED_ROUTE = '(unparsed)';

/**
 * Counts the requests of a server, in plain numbers: a metrics library would cost more for each request than its routing.
 * The labels are bounded: templates, methods of the RFCs, and statuses of three digits. Latencies are counted for each
 * service: a histogram for each of several hundred routes and methods would be most of the text.
 */
export class RequestMetrics implements ExchangeObserver {
  readonly #byRoute = new Map<string, RouteCounters>();
  readonly #byService = new Map<string, ServiceLatency>();
  #inFlight = 0;

  /** Number of requests whose response is not complete. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get routes(): Iterable<RouteCounters> {
    return this.#byRoute.values();
  }

  /** The latencies of the services that have received requests. */
  get latencies(): ServiceLatency[] {
    return [...this.#byService.values()].filter(({ seconds }) => seconds > 0);
  }

  /** The counters of a template of a service; an empty template stands for all unknown paths. */
  ofRoute(template: string, service: string): RouteMetrics {
    return { counters: this.#countersOf(template || UNKNOWN_ROUTE), latency: this.#latencyOf(service) };
  }

  started(): void {
    this.#inFlight++;
  }

  ended(exchange: Exchange): void {
    this.#inFlight--;
    const { metrics } = exchange.route;
    if (!metrics) return;
    const { counters, latency } = metrics;
    const counted = counters.count(exchange.method, readSentStatus(exchange));
    counted.requestBytes += exchange.bytesReceived;
    counted.responseBytes += exchange.bytesSent;
    const seconds = (exchange.endedAt - exchange.startedAt) / 1000;
    let index = 0;
    while (seconds > (LATENCY_BOUNDS[index] ?? Infinity)) index++;
    latency.byLatency[index] = (latency.byLatency[index] ?? 0) + 1;
    latency.seconds += seconds;
  }

  /** Counts a request that the wire could not decode. It has no latency, because its start is not known. */
  addUnparsed(status: number): void {
    this.#countersOf(UNPARSED_ROUTE).count('OTHER', status);
  }

  /** Counts a request that asked for a WebSocket connection. It has no latency. */
  addUpgrade(route: string, status: number): void {
    this.#countersOf(route).count('GET', status);
  }

  #countersOf(route: string): RouteCounters {
    const known = this.#byRoute.get(route);
    if (known) return known;
    const created = new RouteCounters(route);
    this.#byRoute.set(route, created);
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
