import { toBoundedMethod } from '../syntax/method.ts';

/** What the requests of a route count in. */
export interface RouteMetrics {
  readonly counters: RouteCounters;
  readonly latency: ServiceLatency;
}

/** The latencies of the requests of one service. */
export interface ServiceLatency {
  readonly service: string;
  /** Number of requests whose latency is at most the bound of the same index; the last member has no bound. */
  readonly byLatency: number[];
  /** Sum of the latencies. */
  seconds: number;
}

/** The counters of one method of a route. */
export interface MethodCounters {
  readonly method: string;
  /** Number of requests by status; 0 without a response. */
  readonly byStatus: Map<number, number>;
  requestBytes: number;
  responseBytes: number;
}

/** The counters of all requests with the same label `route`. */
export class RouteCounters {
  readonly route: string;
  readonly #byMethod = new Map<string, MethodCounters>();

  constructor(route: string) {
    this.route = route;
  }

  get methods(): Iterable<MethodCounters> {
    return this.#byMethod.values();
  }

  /** Counts a request, and returns the counters of its method. */
  count(method: string, status: number): MethodCounters {
    const counters = this.#byMethod.get(method) ?? this.#ofOther(toBoundedMethod(method));
    counters.byStatus.set(status, (counters.byStatus.get(status) ?? 0) + 1);
    return counters;
  }

  #ofOther(method: string): MethodCounters {
    const known = this.#byMethod.get(method);
    if (known) return known;
    const created = { method, byStatus: new Map<number, number>(), requestBytes: 0, responseBytes: 0 };
    this.#byMethod.set(method, created);
    return created;
  }
}
