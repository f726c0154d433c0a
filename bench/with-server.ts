import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StartOptions } from '../src/index.ts';
import { type MeasuredServer, startMeasured } from './process.ts';

/** What ships, started by `start(options)` in a process of its own, for as long as the action takes. */
export async function withServer<Result>(
  options: StartOptions,
  action: (server: MeasuredServer) => Promise<Result>,
): Promise<Result> {
  const server = await startMeasured(['bench/sparring-server.ts'], {
    variables: { OPTIONS: JSON.stringify(options) },
  });
  try {
    return await action(server);
  } finally {
    await server.stop();
  }
}

/** The path of a database that is not there yet, and is gone afterwards. */
export async function withFile<Result>(action: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-bench-'));
  try {
    return await action(path.join(folder, 'bench.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
