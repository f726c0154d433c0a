import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Sample } from './sources.ts';

export interface EventLoopDelay {
  /** The delays since the last call; none on the first call. */
  read(): Sample[];
  close(): void;
}

/** Milliseconds between two measurements. */
const RESOLUTION = 20;

const QUANTILES: readonly number[] = [0.5, 0.9, 0.99, 1];

/** Measures the delay of the event loop until it is closed. */
export function createEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  return {
    read() {
      if (histogram.count === 0) return [];
      const samples = QUANTILES.map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: computeDelay(histogram.percentile(quantile * 100)),
      }));
      histogram.reset();
      return samples;
    },
    close: () => void histogram.disable(),
  };
}

/** Seconds, from the nanoseconds between two measurements. */
function computeDelay(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000);
}
