import type { Registry } from 'prom-client';
import type { EventLoopDelay } from './event-loop-delay.ts';
import type { MetricSources } from './sources.ts';

/** The metrics of a server, in the text format of Prometheus. */
export interface Metrics {
  read(): Promise<MetricsText>;
  close(): void;
}

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

interface Opened {
  readonly registry: Registry;
  readonly eventLoopDelay: EventLoopDelay;
}

/** Loads the metrics library at the first read, so that a server without scrapes does not pay for it. */
export function createMetrics(sources: MetricSources): Metrics {
  let opening: Promise<Opened> | undefined;
  return {
    async read() {
      opening ??= open(sources);
      const { registry } = await opening;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    close() {
      void opening?.then(({ eventLoopDelay }) => eventLoopDelay.close());
    },
  };
}

async function open(sources: MetricSources): Promise<Opened> {
  const [{ createRegistry }, { createFamilies }, { createEventLoopDelay }] = await Promise.all([
    import('./registry.ts'),
    import('./families.ts'),
    import('./event-loop-delay.ts'),
  ]);
  const eventLoopDelay = createEventLoopDelay();
  return {
    registry: createRegistry(createFamilies(sources, eventLoopDelay), sources),
    eventLoopDelay,
  };
}
