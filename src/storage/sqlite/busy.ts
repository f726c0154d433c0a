import type { DatabaseSync } from 'node:sqlite';

const TURNS = 2000;
const BUSY_TIMEOUT = 5000;

/** Whether somebody else holds the file's write lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

/**
 * Tries until the write lock is free. A second store of this process can only finish its transaction while we stand
 * aside, so that comes first; another process needs real time, and SQLite's own busy handler waits for it.
 */
export async function whenNotBusy<Result>(database: DatabaseSync, action: () => Result): Promise<Result> {
  for (let turn = 0; turn < TURNS; turn++) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await undefined;
  }
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
  try {
    return action();
  } finally {
    database.exec('pragma busy_timeout = 0');
  }
}
