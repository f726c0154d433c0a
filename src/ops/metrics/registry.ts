import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LATENCY_BOUNDS, type RequestMetrics } from '#http/routing/request-metrics.ts';
import type { MetricFamily } from './families.ts';
import type { MetricSources } from './sources.ts';

/** A registry of one server, whose metrics read their values when they are scraped. */
export function createRegistry(
  families: readonly MetricFamily[],
  { requests, worker }: Pick<MetricSources, 'requests' | 'worker'>,
): Registry {
  const registry = new Registry();
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  for (const family of families) addFamily(registry, family);
  registry.registerMetric(new LatencyHistogram(requests));
  return registry;
}

function addFamily(registry: Registry, { name, type, help, labels = [], read }: MetricFamily): void {
  const options = { name, help, labelNames: labels, registers: [registry] };
  if (type === 'counter')
    new Counter({
      ...options,
      async collect() {
        const samples = await read();
        this.reset();
        for (const { labels = {}, value } of samples) this.inc(labels, value);
      },
    });
  else
    new Gauge({
      ...options,
      async collect() {
        const samples = await read();
        this.reset();
        for (const { labels = {}, value } of samples) this.set(labels, value);
      },
    });
}

const NAME = 'sparring_http_request_duration_seconds';
const HELP = 'Time from the head of a request until its response is written.';

/** The latencies of requests. They are counted in plain numbers, because `observe` would cost too much for each request. */
class LatencyHistogram extends Histogram {
  readonly #requests: RequestMetrics;

  constructor(requests: RequestMetrics) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['service'],
      buckets: [...LATENCY_BOUNDS],
      registers: [],
    });
    this.#requests = requests;
  }

  /** The method of prom-client that returns the values, for the registry and for `get`. */
  async getForPromString() {
    const values = this.#requests.latencies.flatMap(buildSeries);
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values };
  }
}

function buildSeries({ service, byLatency, seconds }: RequestMetrics['latencies'][number]) {
  const labels = { service };
  let count = 0;
  const buckets = byLatency.map((value, index) => {
    count += value;
    const le = LATENCY_BOUNDS[index] ?? '+Inf';
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
