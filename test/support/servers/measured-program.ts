/**
 * A program for tests of memory: servers in a process of their own, so that the memory of their clients is not counted. Its argument is
 * a list of `MeasuredOptions` in JSON, and it is started with `--expose-gc`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRuntime } from '#runtime.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { createQuickRuntime } from '../quick-runtime.ts';
import type { Measured, MeasuredOptions, MeasuredPort } from './measured.ts';

const errors: string[] = [];
const log = {
  info() {},
  warn() {},
  error: (message: string) => void errors.push(message),
};
const wanted: readonly MeasuredOptions[] = JSON.parse(process.argv[2] ?? '[]');
const servers: RunningServer[] = [];
for (const { isQuick, ...options } of wanted)
  servers.push(
    await startServer({
      database: 'memory',
      host: ['127.0.0.1'],
      port: 0,
      passwordCost: 'test',
      ...options,
      runtime: isQuick === true ? createQuickRuntime() : createRuntime(),
      log,
    }),
  );

process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(measure()));
const ports = servers.map(
  ({ port, caPath }): MeasuredPort => ({
    port,
    ca: caPath && readFileSync(caPath, 'utf8'),
  }),
);
process.send?.(ports);

function measure(): Measured {
  // The second one frees what finalizers have released.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    rss,
    held: heapUsed + arrayBuffers,
    bodies: servers.reduce((sum, { bodyBudget }) => sum + bodyBudget.used, 0),
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    errors,
  };
}
