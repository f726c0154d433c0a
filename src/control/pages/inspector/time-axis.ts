/** What takes time, in milliseconds since the epoch. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Times on a line of the length 1, of which long idle times are cut out. */
export interface TimeAxis {
  readonly start: number;
  readonly end: number;
  /** The place of a time, from 0 to 1. */
  place(time: number): number;
  /** The time at a place. */
  timeAt(place: number): number;
  /** The places between which an idle time is cut out, with its length in milliseconds. */
  readonly cuts: readonly { readonly from: number; readonly to: number; readonly ms: number }[];
  /** Five to eight places with the time since the start. */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Idle time that is not cut out. */
const MAX_IDLE_MS = 5000;

/** Part of the line that a cut has. */
const CUT_PART = 0.04;

const MIN_TICKS = 5;

/** Part of the line between two labels. */
const TICK_DISTANCE = 0.07;

/** The axis of the spans. @param zoom the part of the time that the line has */
export function createAxis(spans: readonly Span[], zoom?: Span): TimeAxis {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const start = zoom?.start ?? sorted[0]?.start ?? 0;
  const busy = findBusy(sorted, zoom);
  const end = zoom?.end ?? busy.at(-1)?.end ?? start;
  const total = busy.reduce((sum, part) => sum + part.end - part.start, 0) || 1;
  const length = total / (1 - Math.min(0.5, CUT_PART * (busy.length - 1)));
  const cut = busy.length === 1 ? 0 : (length - total) / (busy.length - 1);
  let at = 0;
  const parts = busy.map((part) => {
    const placed = { ...part, at };
    at += part.end - part.start + cut;
    return placed;
  });
  const place = (time: number) => {
    const part = parts.findLast((each) => each.start <= time) ?? parts[0];
    if (!part) return 0;
    const inner = Math.min(Math.max(time, part.start), part.end) - part.start;
    return Math.min(1, (part.at + inner) / length);
  };
  return {
    start,
    end,
    place,
    timeAt(value) {
      const part = parts.findLast((each) => each.at <= value * length) ?? parts[0];
      return part ? Math.min(part.end, part.start + Math.max(0, value * length - part.at)) : start;
    },
    cuts: parts.slice(1).map(({ start: next, at: to }, index) => ({
      from: (to - cut) / length,
      to: to / length,
      ms: next - (parts[index]?.end ?? next),
    })),
    ticks: findTicks(parts, sorted[0]?.start ?? start, total, place),
  };
}

/** The parts of the time between which it is cut. @param sorted by their starts */
function findBusy(sorted: readonly Span[], zoom: Span | undefined): Span[] {
  if (zoom) return [zoom];
  const busy: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = busy.at(-1);
    if (!last || start - last.end > MAX_IDLE_MS) busy.push({ start, end });
    else last.end = Math.max(last.end, end);
  }
  return busy;
}

function findTicks(
  parts: readonly Span[],
  start: number,
  total: number,
  place: TimeAxis['place'],
): { at: number; label: string }[] {
  const step = chooseStep(total);
  const ticks: { at: number; label: string }[] = [];
  for (const part of parts) {
    for (let n = Math.ceil((part.start - start) / step); start + n * step <= part.end; n++) {
      const at = place(start + n * step);
      if (at - (ticks.at(-1)?.at ?? -1) >= TICK_DISTANCE && at <= 1 - TICK_DISTANCE / 2)
        ticks.push({ at, label: formatOffset(n * step, step) });
    }
  }
  return ticks;
}

/** A step of 1, 2 or 5 times a power of ten, of which the time has five or more. */
function chooseStep(total: number): number {
  const power = 10 ** Math.floor(Math.log10(total / MIN_TICKS));
  return [5, 2].map((factor) => factor * power).find((step) => total / step >= MIN_TICKS) ?? power;
}

/** A time since the start, with as many digits as the step needs. */
function formatOffset(ms: number, step: number): string {
  if (ms === 0) return '0';
  if (step < 1) return `${ms.toFixed(Math.ceil(-Math.log10(step)))} ms`;
  if (step < 1000 && ms < 1000) return `${ms} ms`;
  return `${(ms / 1000).toFixed(step < 1000 ? Math.ceil(-Math.log10(step / 1000)) : 0)} s`;
}
