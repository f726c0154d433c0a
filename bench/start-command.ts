import { readFile } from 'node:fs/promises';
import { type MeasuredServer, startMeasured } from './process.ts';
import { withFile } from './with-server.ts';

/** Starts what `npm start` starts, with a store in memory. @param settings as on the command line */
export function startCommand(...settings: readonly string[]): Promise<MeasuredServer> {
  return withFile(async (file) => {
    const common = ['--port', '0', '--port-file', file, '--database', 'memory', '--no-starter'];
    const server = await startMeasured(['tools/start.mjs', ...common, ...settings], { isQuiet: true });
    for (;;) {
      const port = Number(await readFile(file, 'utf8').catch(() => ''));
      if (port > 0) return { ...server, port };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}
