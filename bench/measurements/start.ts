import type { Measurement } from '../measurement.ts';
import { startMeasured } from '../process.ts';

/** The times of the import and of `start()` in a new process: the medians of five. */
export async function measureStart(): Promise<Measurement[]> {
  const imports: number[] = [];
  const starts: number[] = [];
  for (let run = 0; run < 5; run++) {
    const server = await startMeasured(['bench/sparring-server.ts']);
    imports.push(server.importMilliseconds);
    starts.push(server.startMilliseconds);
    await server.stop();
  }
  return [buildMeasurement('import of the library', imports, 60), buildMeasurement('start()', starts, 60)];
}

function buildMeasurement(what: string, times: readonly number[], limit: number): Measurement {
  const value = times.toSorted((one, other) => one - other)[2] ?? Number.NaN;
  return { what, unit: 'ms', value, target: `< ${limit}`, isReached: value < limit };
}
