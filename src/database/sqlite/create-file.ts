import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from '../database-errors.ts';

/**
 * Creates the file, if it does not exist, with access for its owner only: it holds secrets, such as those of authenticator apps.
 * @throws Error if its folder does not exist: a misspelt path would be a new, empty database.
 */
export function createFile(path: string): string {
  const file = resolve(path);
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new Error(`the folder ${folder} does not exist; create it, or correct the path`);
  try {
    // Never an existing file: closing one that SQLite has open would release the locks of SQLite.
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  return file;
}
