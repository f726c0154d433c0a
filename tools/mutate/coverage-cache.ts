import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../test/files.ts';
import type { ExecutedCode } from './executed-code.ts';

/** The code that one test file executes, by relative path. */
export interface TestCoverage {
  readonly isPassed: boolean;
  /** In milliseconds. */
  readonly duration: number;
  readonly executed: Readonly<Record<string, ExecutedCode>>;
}

interface Entry extends TestCoverage {
  /** The digest of each file that the tests loaded. The entry holds for these contents. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface CoverageCache {
  /** The coverage that an earlier run measured, unless a file that the tests load has changed. */
  read(testFile: string): TestCoverage | undefined;
  write(testFile: string, coverage: TestCoverage): void;
}

/** Results of earlier runs. */
export const cacheFolder = path.join(projectRoot, 'node_modules/.cache/sparring-mutate');

/** @param root holds the files that are measured: a workspace, which nobody edits meanwhile. */
export function openCoverageCache(root: string): CoverageCache {
  const entryPath = (testFile: string) => path.join(cacheFolder, `${testFile.replaceAll('/', '__')}.json`);
  const digests = new Map<string, string>();

  function digestOf(file: string): string {
    const digest = digests.get(file) ?? computeDigest(path.join(root, file));
    digests.set(file, digest);
    return digest;
  }

  return {
    read(testFile) {
      if (!existsSync(entryPath(testFile))) return undefined;
      const entry: Entry = JSON.parse(readFileSync(entryPath(testFile), 'utf8'));
      const isCurrent = Object.entries(entry.digests).every(([file, digest]) => digestOf(file) === digest);
      return isCurrent && entry.isPassed ? entry : undefined;
    },
    write(testFile, coverage) {
      const files = [testFile, ...Object.keys(coverage.executed)];
      const entry: Entry = {
        ...coverage,
        digests: Object.fromEntries(files.map((file) => [file, digestOf(file)])),
      };
      mkdirSync(cacheFolder, { recursive: true });
      writeFileSync(entryPath(testFile), JSON.stringify(entry));
    },
  };
}

function computeDigest(file: string): string {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('base64') : '';
}
