import { statSync } from 'node:fs';
import { StoreUnavailableError } from '../../authorizations/store.ts';

/** Called before each write; throws when the write would be lost. */
export type FileGuard = () => void;

/**
 * Rejects writes while the path of an open file does not lead to that file. SQLite would go on with a deleted or
 * replaced file, and all it writes would be lost with the process.
 * @param report takes one sentence for the log when it begins, and one when the same file is back.
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

/** Device and number of the file, undefined when there is none. Does not open it: closing it would drop SQLite's locks. */
function identityOf(file: string): string | undefined {
  const state = statSync(file, { bigint: true, throwIfNoEntry: false });
  return state && `${state.dev}:${state.ino}`;
}
