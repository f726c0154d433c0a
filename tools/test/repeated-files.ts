import { suiteName } from './files.ts';
import type { Failure } from './results.ts';

/**
 * The files of the failed tests, if a repetition can tell a test that depends on the load of the machine from one that fails:
 * none if a failure belongs to the run and not to a file, or if more files failed than a busy machine explains.
 */
export function findRepeated(failures: readonly Failure[], files: readonly string[]): string[] {
  const failed = new Set<string>();
  for (const { title } of failures) {
    const [suite] = title.split(' > ');
    const file = files.find((candidate) => suiteName(candidate) === suite);
    if (file === undefined) return [];
    failed.add(file);
  }
  return failed.size > MAX_REPEATED ? [] : [...failed];
}

/** Four failed once, of 300 files on two slow cores, and passed alone. */
const MAX_REPEATED = 8;
