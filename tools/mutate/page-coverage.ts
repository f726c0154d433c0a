import { SourceMap, type SourceMapPayload } from 'node:module';
import type { ExecutedCode, FunctionCoverage } from './executed-code.ts';

/** A script of a page, as `test/support/browser/page-coverage.ts` saves it. */
export interface PageScript {
  /** The minified script. */
  readonly code: string;
  /** Its sources are paths below `src`. */
  readonly map: SourceMapPayload;
  readonly functions: readonly FunctionCoverage[];
}

/**
 * The code of source files that a page executed, by path below `src`. A place of the source counts as executed if any
 * place of the script that comes from it was.
 */
export function findExecutedSource(
  { code, map, functions }: PageScript,
  readSource: (file: string) => string,
): Map<string, ExecutedCode> {
  const isExecuted = createOffsetTest(functions);
  const places = new Map<string, Map<number, boolean>>();
  const lineStarts = new Map<string, readonly number[]>();
  for (const { offset, file, line, column } of mappingsOf(code, map)) {
    const starts = lineStarts.get(file) ?? findLineStarts(readSource(file));
    lineStarts.set(file, starts);
    const place = (starts[line] ?? 0) + column;
    const isExecutedBy = places.get(file) ?? new Map<number, boolean>();
    places.set(file, isExecutedBy);
    isExecutedBy.set(place, isExecutedBy.get(place) === true || isExecuted(offset));
  }
  return new Map(
    [...places].map(([file, found]) => [file, { isCalled: true, skipped: findSkippedSource(found) }]),
  );
}

/**
 * Whether the code at an offset of the script was executed: the innermost range decides. After a reload, V8 omits functions
 * that were not called.
 */
function createOffsetTest(functions: readonly FunctionCoverage[]): (offset: number) => boolean {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => b.startOffset - a.startOffset || a.endOffset - b.endOffset);
  return (offset) => {
    const innermost = ranges.find(
      ({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset,
    );
    return innermost !== undefined && innermost.count > 0;
  };
}

interface Mapping {
  /** In the script. */
  readonly offset: number;
  /** The place in the source, from 0. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The mappings to files of the project. */
function* mappingsOf(code: string, payload: SourceMapPayload): Generator<Mapping> {
  const map = new SourceMap(payload);
  let line = 0;
  let lineStart = 0;
  for (let offset = 0; offset < code.length; offset++) {
    const column = offset - lineStart;
    const entry = map.findEntry(line, column);
    const isStart =
      'originalSource' in entry && entry.generatedLine === line && entry.generatedColumn === column;
    // Undefined for code that the bundler adds, which the types of Node do not say.
    const file: string | undefined = isStart ? entry.originalSource : undefined;
    if (isStart && file !== undefined && !file.startsWith('../'))
      yield { offset, file, line: entry.originalLine, column: entry.originalColumn };
    if (code[offset] === '\n') {
      line++;
      lineStart = offset + 1;
    }
  }
}

function findLineStarts(source: string): number[] {
  return [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** Each place is the start of a range that ends at the next place. */
function findSkippedSource(isExecutedAt: ReadonlyMap<number, boolean>): [number, number][] {
  const places = [...isExecutedAt].sort(([a], [b]) => a - b);
  return places.flatMap(([start, isExecutedHere], index) =>
    isExecutedHere ? [] : [[start, places[index + 1]?.[0] ?? Number.MAX_SAFE_INTEGER] as [number, number]],
  );
}
