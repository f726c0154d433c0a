import { formatDuration } from '../../request-cells.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Times on a line from 0 to a width, of which long idle times are cut out. */
export interface TimeAxis {
  place(time: number): number;
  /** The starts and ends of the line, and the cuts, with labels that do not overlap. */
  readonly marks: readonly { readonly time: number; readonly label: string; readonly isCut: boolean }[];
}

/** Idle time that is not cut out, in milliseconds. */
const MAX_IDLE_MS = 5000;

const MIN_DISTANCE = 110;

export function createAxis(spans: readonly Span[], width: number): TimeAxis {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const first = sorted[0]?.start ?? 0;
  const cuts: { from: number; length: number }[] = [];
  let end = first;
  for (const span of sorted) {
    if (span.start - end > MAX_IDLE_MS) cuts.push({ from: end, length: span.start - end - IDLE_SHOWN_MS });
    end = Math.max(end, span.end);
  }
  /** The time without what is cut out. */
  const compress = (time: number) =>
    cuts.reduce((rest, { from, length }) => rest - Math.min(length, Math.max(0, time - from)), time - first);
  const total = compress(end) || 1;
  const place = (time: number) => (compress(time) / total) * width;
  const cutMarks = cuts.map(({ from, length }) => ({
    time: from + length,
    label: `${formatDuration(length + IDLE_SHOWN_MS)} idle`,
    isCut: true,
  }));
  const all = [{ time: first, label: '0', isCut: false }, ...cutMarks];
  const marks = all.filter((mark, index) => {
    const before = all[index - 1];
    const isFree = before === undefined || place(mark.time) - place(before.time) > MIN_DISTANCE;
    return isFree && width - place(mark.time) > (index === 0 ? 0 : MIN_DISTANCE);
  });
  return { place, marks: [...marks, { time: end, label: formatDuration(end - first), isCut: false }] };
}

/** What remains of an idle time. */
const IDLE_SHOWN_MS = 1000;
