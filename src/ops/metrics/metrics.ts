import type { Registry } from 'prom-client';
import type { EventLoopDelay } from './event-loop-delay.ts';
import { type MetricSources, WORKER_UP_HELP } from './sources.ts';

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

/** The metrics of one process. */
interface Part {
  readonly worker: number | undefined;
  /** Undefined for a worker that does not respond. */
  readonly text: string | undefined;
}

/** The other processes of the server. */
export interface MetricSharing {
  /** Adds the metrics of this process to those of the server. Returns a function that collects all. */
  collect(name: string, produce: () => Promise<string>): () => Promise<readonly Part[]>;
}

/** Loads the metrics library at the first read, so that a server without scrapes does not pay for it. */
export function createMetrics(sources: MetricSources, sharing: MetricSharing): Metrics {
  let opening: Promise<Opened> | undefined;
  const openOnce = () => {
    opening ??= open(sources);
    return opening;
  };
  const collect = sharing.collect('metrics', async () => (await openOnce()).registry.metrics());
  return {
    async read() {
      const { registry } = await openOnce();
      return { contentType: registry.contentType, text: mergeTexts((await collect()).map(formatPart)) };
    },
    close() {
      void opening?.then(({ eventLoopDelay }) => eventLoopDelay.close());
    },
  };
}

function formatPart({ worker, text }: Part): string {
  return text ?? `${WORKER_UP_HEAD}\nsparring_worker_up{worker="${worker}"} 0\n`;
}

const WORKER_UP_HEAD = `# HELP sparring_worker_up ${WORKER_UP_HELP}\n# TYPE sparring_worker_up gauge`;

/** The texts of several processes as one: the series of each metric follow its description. */
function mergeTexts(texts: readonly string[]): string {
  const [only = ''] = texts;
  if (texts.length < 2) return only;
  const series = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const lines = block.split('\n');
    const description = lines.filter((line) => line.startsWith('#')).join('\n');
    const known = series.get(description) ?? [];
    series.set(description, [...known, ...lines.filter((line) => !line.startsWith('#'))]);
  }
  return [...series].map(([description, lines]) => `${description}\n${lines.join('\n')}\n`).join('\n');
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
