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

/** The code that a module did not execute. */
export function skippedRanges(functions: readonly FunctionCoverage[]): [number, number][] {
  return functions.flatMap(({ ranges }) =>
    ranges
      .filter(({ count }) => count === 0)
      .map(({ startOffset, endOffset }): [number, number] => [startOffset, endOffset]),
  );
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
