import { statSync } from 'node:fs';
import { StoreUnavailableError } from '../errors.ts';

/** Called before each commit; throws when the changes would be lost. */
export type FileGuard = () => void;

/**
 * Rejects writes while the path of an open file does not lead to that file. SQLite continues to write to a deleted or
 * replaced file, and the content is lost when the process ends.
 * @param report takes a sentence for the log when the file is lost, and when it is back.
 */
export function createFileGuard(file: string, report: (sentence: string) => void): FileGuard {
  const opened = identityOf(file);
  let wasInPlace = true;
  return () => {
    const isInPlace = identityOf(file) === opened;
    if (isInPlace !== wasInPlace) report(`The database file ${file} ${isInPlace ? BACK : LOST}`);
    wasInPlace = isInPlace;
    if (!isInPlace) throw new StoreUnavailableError(REASON);
  };
}

const BACK = 'is back. Writes are accepted again.';
const LOST =
  'was deleted or replaced while the server runs. Writes are rejected until the same file is back, or the server is restarted.';
const REASON =
  'The database file was deleted or replaced while the server runs, so nothing can be written. Restart the server.';

/** Device and inode of the file, undefined when there is none. Does not open it: closing it would release SQLite's locks. */
function identityOf(file: string): string | undefined {
  const state = statSync(file, { bigint: true, throwIfNoEntry: false });
  return state && `${state.dev}:${state.ino}`;
}
