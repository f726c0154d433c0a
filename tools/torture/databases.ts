import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  createPostgresCluster,
  type PostgresCluster,
} from '../../test/support/databases/postgres-cluster.ts';
import type { Engine } from './arguments.ts';
import type { Row } from './summary.ts';

interface Database {
  readonly url: string;
  readonly cluster?: PostgresCluster;
}

/** Runs a trial on a new database, in the folder or in one that is deleted afterwards. */
export async function withDatabase(
  engine: Engine,
  use: (database: Database) => Promise<Row>,
  folder?: string,
): Promise<Row> {
  const base = folder ?? (await mkdtemp(path.join(tmpdir(), 'sparring-torture-')));
  try {
    if (engine === 'sqlite') return await use({ url: `sqlite:${path.join(base, 'sparring.db')}` });
    const settings = ['max_wal_size=64MB', 'min_wal_size=32MB'];
    const cluster = await createPostgresCluster({ folder: base, settings });
    try {
      await cluster.start();
      return await use({ url: cluster.url, cluster });
    } finally {
      await cluster.remove();
    }
  } finally {
    if (folder === undefined) await rm(base, { recursive: true, force: true });
  }
}

/** This machine cannot run a scenario. */
export class NotPossible extends Error {}

/** Mounts a file system of a few MiB, which needs root. */
export async function mountSmallDisk(
  mebibytes: number,
): Promise<{ folder: string; unmount(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    await rm(folder, { recursive: true });
    throw new NotPossible('a small file system can be mounted by root only');
  }
  await chmod(folder, 0o755);
  return {
    folder,
    async unmount() {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Makes PostgreSQL begin new segments of its log, which fails when no space is left. */
export async function fillLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let segment = 0; segment < 8; segment++)
      await client.query("select pg_logical_emit_message(false, '', ''), pg_switch_wal()");
  } catch {
    // The server has ended the connection.
  } finally {
    await client.end().catch(() => {});
  }
}

/** Fills the file system up with one file. */
export function fill(folder: string): string {
  const file = path.join(folder, 'ballast');
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(64 * 1024, 1);
  try {
    for (;;) if (writeSync(descriptor, block) < block.length) break;
  } catch {
    // No space is left.
  }
  closeSync(descriptor);
  return file;
}
