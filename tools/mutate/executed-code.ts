import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The code of one source file that the processes of a test file executed. */
export interface ExecutedCode {
  /** Whether a function of the file was called. Otherwise, the file was only loaded. */
  readonly isCalled: boolean;
  /** The code that was not executed: pairs of start and end, in UTF-16 units. Empty unless a function was called. */
  readonly skipped: readonly (readonly [number, number])[];
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[];
  }[];
}

/** Reads the reports that V8 wrote into a folder: the files of the project that were loaded, by path below `root`. */
export function readExecutedCode(folder: string, root: string): Map<string, ExecutedCode> {
  const found = new Map<string, ExecutedCode>();
  for (const name of readdirSync(folder)) {
    const { result }: Report = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    for (const { url, functions } of result) {
      if (!url.startsWith('file://')) continue;
      const file = path.relative(root, fileURLToPath(url));
      if (!/^(src|test|bin)\//.test(file)) continue;
      const here = summarize(functions.map(({ ranges }) => ranges));
      found.set(file, merge(found.get(file), here));
    }
  }
  return found;
}

/** The first range of the first function is the module. Inner ranges follow the outer ones that they are part of. */
function summarize(functions: readonly (readonly Range[])[]): ExecutedCode {
  const isCalled = functions.slice(1).some(([whole]) => whole !== undefined && whole.count > 0);
  if (!isCalled) return { isCalled, skipped: [] };
  const skipped = functions.flatMap((ranges) =>
    ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }) => [startOffset, endOffset] as const),
  );
  return { isCalled, skipped };
}

/** The code that neither of two processes executed. */
function merge(one: ExecutedCode | undefined, other: ExecutedCode): ExecutedCode {
  if (one === undefined || !one.isCalled) return other;
  if (!other.isCalled) return one;
  const skipped = one.skipped.flatMap(([start, end]) =>
    other.skipped
      .map(([from, to]) => [Math.max(start, from), Math.min(end, to)] as const)
      .filter(([from, to]) => from < to),
  );
  return { isCalled: true, skipped };
}

/** Whether the code at an offset was executed. Code outside of functions was, when the file was loaded. */
export function isExecuted({ skipped }: ExecutedCode, offset: number): boolean {
  return !skipped.some(([start, end]) => start <= offset && offset < end);
}
