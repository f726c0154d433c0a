import type { Measurement } from './measurement.ts';
import { startMeasured } from './process.ts';

/** The time that `start()` takes in a new process: the median of five. */
export async function measureStart(): Promise<Measurement[]> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const server = await startMeasured(['bench/sparring-server.ts']);
    times.push(server.startMilliseconds);
    await server.stop();
  }
  const value = times.sort((a, b) => a - b)[2] ?? Number.NaN;
  return [{ what: 'start()', unit: 'ms', value, target: '< 50', isReached: value < 50 }];
}
