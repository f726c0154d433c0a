import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '#database/database-errors.ts';

/**
 * Creates a folder and its missing parents, with access for their owner only. Not by the option `recursive` of Node, which
 * does not return where a file system reports existing parents as missing, such as `/proc`.
 */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
