import { diagnosticLine, outcomeLine, suiteLine } from './printing.ts';
import type { TestEvent } from './protocol.ts';
import type { Results } from './results.ts';

/** Turns the events of one worker into lines and results; the lines of a file are printed together. */
export interface Transcript {
  take(event: TestEvent): void;
  /** Prints the lines of a file that does not end. */
  flush(): void;
  /** Counted from the events, regardless of the summary of the process. */
  readonly collected: number;
  readonly completed: number;
  /** How many of the completed tests did not run, because a hook of their suite failed or their suite ended. */
  readonly cancelled: number;
  readonly summary: { readonly success: boolean; readonly tests: number } | undefined;
  /** Diagnostics of the whole process: errors outside of any test, and the counts. */
  readonly diagnostics: readonly string[];
}

export function createTranscript(
  results: Results,
  { isFiltered, print }: { readonly isFiltered: boolean; readonly print: (text: string) => void },
): Transcript {
  const open: { name: string; isPrinted: boolean }[] = [];
  const diagnostics: string[] = [];
  let lines: string[] = [];
  let collected = 0;
  let completed = 0;
  let cancelled = 0;
  /** Tests, and suites that are skipped as a whole: these report none of their tests. */
  let completedOfFile = 0;
  let summary: Transcript['summary'];

  function flush(): void {
    if (lines.length > 0) print(`${lines.join('\n')}\n`);
    lines = [];
  }

  /** The suites of a line are printed before it, once each. */
  function openSuites(nesting: number): void {
    for (const [index, suite] of open.entries()) {
      if (index >= nesting || suite.isPrinted) continue;
      suite.isPrinted = true;
      lines.push(suiteLine(suite.name, index));
    }
  }

  function complete(outcome: TestEvent & { type: 'pass' | 'fail' }): void {
    const { nesting, name, isSuite, skip } = outcome;
    open.length = Math.min(open.length, nesting);
    if (!isSuite) completed++;
    if (!isSuite && outcome.failureType === 'cancelledByParent') cancelled++;
    if (!isSuite || skip !== undefined) completedOfFile++;
    openSuites(nesting);
    results.add([...open.map((suite) => suite.name), name].join(' > '), outcome);
    lines.push(outcomeLine(outcome));
    if (nesting > 0) return;
    flush();
    if (!isSuite) results.addProblem(name, 'The test is not registered in the suite of its file.');
    if (completedOfFile === 0 && outcome.type === 'pass' && !isFiltered)
      results.addProblem(name, 'The file registers no test.');
    completedOfFile = 0;
  }

  return {
    take(event) {
      if (event.type === 'collected') collected++;
      else if (event.type === 'start')
        open.splice(event.nesting, Infinity, { name: event.name, isPrinted: false });
      else if (event.type === 'summary') summary = event;
      else if (event.type !== 'diagnostic') complete(event);
      else if (event.nesting > 0) lines.push(diagnosticLine(event.message, event.nesting));
      else diagnostics.push(event.message);
    },
    flush,
    diagnostics,
    get collected() {
      return collected;
    },
    get completed() {
      return completed;
    },
    get cancelled() {
      return cancelled;
    },
    get summary() {
      return summary;
    },
  };
}
