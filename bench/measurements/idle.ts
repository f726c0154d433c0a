import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../measurement.ts';
import { startMeasured } from '../process.ts';
import { withFile } from '../with-server.ts';

/** Memory of the command with a database file, idle after the start. */
export function measureIdle(): Promise<Measurement[]> {
  return withFile(async (file) => {
    const portFile = `${file}.port`;
    const server = await startMeasured(
      ['tools/start.mjs', '--port', '0', '--port-file', portFile, '--database', `sqlite:${file}`],
      { isQuiet: true },
    );
    await sleep(3000);
    const value = server.residentMegabytes();
    await server.stop();
    return [{ what: 'Idle memory', unit: 'MB', value, target: '< 85', isReached: value < 85 }];
  });
}
