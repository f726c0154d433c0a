/** The code of one source file that the processes of a test file executed. */
export interface ExecutedCode {
  /** Whether a function of the file was called. Otherwise, the file was only loaded. */
  readonly isCalled: boolean;
  /** The code that was not executed: pairs of start and end, in UTF-16 units. Empty unless a function was called. */
  readonly skipped: readonly (readonly [number, number])[];
}

/** A function in a report of V8. The first range is the function. Inner ranges follow the outer ones. */
export interface FunctionCoverage {
  readonly ranges: readonly {
    readonly startOffset: number;
    readonly endOffset: number;
    readonly count: number;
  }[];
}

/**
 * The code that a module did not execute, as disjoint ranges in ascending order. V8 reports a function that was not called
 * and each function in it; the intersections of such ranges would multiply with each process.
 */
export function skippedRanges(functions: readonly FunctionCoverage[]): [number, number][] {
  const ranges = functions
    .flatMap((called) => called.ranges)
    .filter(({ count }) => count === 0)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const disjoint: [number, number][] = [];
  for (const { startOffset, endOffset } of ranges) {
    const last = disjoint.at(-1);
    if (last === undefined || startOffset > last[1]) disjoint.push([startOffset, endOffset]);
    else last[1] = Math.max(last[1], endOffset);
  }
  return disjoint;
}

/** The code that neither of two processes executed. */
export function merge(one: ExecutedCode | undefined, other: ExecutedCode): ExecutedCode {
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
