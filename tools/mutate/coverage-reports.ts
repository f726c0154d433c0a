import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExecutedCode, type FunctionCoverage, merge, skippedRanges } from './executed-code.ts';
import { findExecutedSource, type PageScript } from './page-coverage.ts';

interface ScriptReport {
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

/**
 * Reads the reports of the processes and pages that a test file started from a folder: the files of the project that
 * were loaded, by path below `root`.
 */
export function readExecutedCode(folder: string, root: string): Map<string, ExecutedCode> {
  const found = new Map<string, ExecutedCode>();
  const add = (file: string, executed: ExecutedCode) => {
    found.set(file, merge(found.get(file), executed));
  };
  const readSource = (file: string) => readFileSync(path.join(root, 'src', file), 'utf8');
  for (const name of readdirSync(folder)) {
    const report = readReport(path.join(folder, name));
    if (report === undefined) continue;
    if ('map' in report)
      for (const [file, executed] of findExecutedSource(report, readSource))
        add(path.join('src', file), executed);
    else
      for (const { url, functions } of report.result) {
        if (!url.startsWith('file://')) continue;
        const file = path.relative(root, fileURLToPath(url));
        if (/^(src|test|bin|conformance)\//.test(file)) add(file, summarize(functions));
      }
  }
  return found;
}

/** Undefined when a process was ended while it wrote the report. */
function readReport(file: string): { readonly result: readonly ScriptReport[] } | PageScript | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first function is the module. */
function summarize(functions: readonly FunctionCoverage[]): ExecutedCode {
  const isCalled = functions.slice(1).some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0);
  return { isCalled, skipped: isCalled ? skippedRanges(functions) : [] };
}
