/** A small change of a source file that a test should detect. */
export interface Mutant {
  /** Relative to the root of the project. */
  readonly file: string;
  /** The range of the source that the replacement replaces, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The kind of change, such as `condition`. */
  readonly kind: string;
  /** Whether the code runs only when a function is called, not when its file is loaded. */
  readonly isInFunction: boolean;
}

export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}

/** The line of the change, counted from 1. */
export function lineOf(source: string, { start }: Mutant): number {
  return source.slice(0, start).split('\n').length;
}

/** The changed lines, as removed and added lines of a diff. */
export function diffOf(source: string, mutant: Mutant): string {
  const first = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const newline = source.indexOf('\n', mutant.end);
  const last = newline < 0 ? source.length : newline;
  const after = applyMutant(source, mutant).slice(
    first,
    last + mutant.replacement.length - (mutant.end - mutant.start),
  );
  const mark = (sign: string, text: string) => text.split('\n').map((line) => `${sign} ${line}`);
  return [...mark('-', source.slice(first, last)), ...mark('+', after)].join('\n');
}
