import type { DatabaseSync } from 'node:sqlite';
import { createRuntime } from '#runtime.ts';
import type { OutageLog } from '../outage-log.ts';
import type { CommitGroup } from './commit-group.ts';
import type { FileGuard } from './file-guard.ts';
import type { LockOptions, Mutex } from './locking.ts';

/** An open SQLite database, as the connections to it share it. */
export interface SqliteAccess extends LockOptions {
  /** A file, or the URI of a database in memory. */
  readonly location: string;
  /** The connection of the event loop. */
  readonly database: DatabaseSync;
  /** Held during a transaction of the event loop, and during an operation of another connection. */
  readonly mutex: Mutex<object>;
  /** The transactions of the event loop that are not committed. */
  readonly group: CommitGroup;
  readonly outages: OutageLog;
  /** Where the database is a file. */
  readonly guard: FileGuard | undefined;
}

/** The URI of a new database in memory, which all connections of the process can open. It ends with the last of them. */
export function createMemoryUri(): string {
  return `file:/sparring-${createUniqueName()}?vfs=memdb`;
}

/** A name that no other process uses, and that does not consume the random numbers of a seeded generator. */
export function createUniqueName(): string {
  return createRuntime().uuid();
}

export function choosePragmas(isFile: boolean): string {
  return isFile ? FILE_PRAGMAS : MEMORY_PRAGMAS;
}

const FILE_PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`;

const MEMORY_PRAGMAS = `
  pragma journal_mode = memory;
  pragma synchronous = off;
  pragma temp_store = memory;
`;
