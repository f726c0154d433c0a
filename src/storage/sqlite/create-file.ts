import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes the file and its folder for their owner alone, because they hold the secrets of authenticator apps. */
export function createFile(path: string): string {
  const file = resolve(path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // Only ever a new file: closing one that SQLite has open would drop the locks it holds.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return file;
}
