import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StartOptions } from '../src/index.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

/**
 * Starts the bundle with these options in its own process, and stops it after the action. The journal is off, unless the
 * options say otherwise.
 * @param folder that of the project whose bundle is started.
 */
export async function withServer<Result>(
  options: StartOptions,
  action: (server: MeasuredServer) => Promise<Result>,
  folder = '.',
): Promise<Result> {
  const server = await startMeasured(['--expose-gc', path.join(folder, 'bench/sparring-server.ts')], {
    variables: { OPTIONS: JSON.stringify({ journal: 0, ...options }) },
  });
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

/** Passes the path of a new database, and deletes it after the action. */
export async function withFile<Result>(action: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-bench-'));
  try {
    return await action(path.join(folder, 'bench.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
