import type { AttemptRow } from './key-view.ts';

/** An attempt on the time axis. Times are in milliseconds from the first attempt. */
export interface TimelineBar {
  readonly attempt: AttemptRow;
  readonly start: number;
  readonly end: number;
  /** Row of the bar: attempts in progress at the same time are in different rows. */
  readonly lane: number;
}

export interface TimelineLayout {
  readonly bars: readonly TimelineBar[];
  readonly lanes: number;
  /** Milliseconds from the first attempt to the end of the last one. */
  readonly length: number;
}

/** Places attempts on the time axis by their gaps, which are of real time. */
export function layOut(attempts: readonly AttemptRow[]): TimelineLayout {
  let start = 0;
  /** The latest bar of each row. */
  const latest: TimelineBar[] = [];
  const bars = attempts.map((attempt, index): TimelineBar => {
    if (index > 0) start += attempt.sincePrevious ?? 0;
    const end = start + (attempt.ms.done ?? 0);
    const free = latest.findIndex((other) => other.end <= start && other.start < start);
    const lane = free < 0 ? latest.length : free;
    const bar = { attempt, start, end, lane };
    latest[lane] = bar;
    return bar;
  });
  return { bars, lanes: latest.length, length: Math.max(0, ...bars.map(({ end }) => end)) };
}

/** The color of a bar: one class for each kind of result. */
export function toneOf({ status, fault, endedBy }: AttemptRow): 'good' | 'warn' | 'bad' | 'open' {
  if (endedBy === null) return 'open';
  if (fault !== null || status === null || status >= 500 || endedBy !== 'answered') return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

/** The status, or the fault, in a few characters. */
export function resultOf({ status, fault }: AttemptRow): string {
  return [status === null ? '' : String(status), fault ?? ''].filter(Boolean).join(' ') || 'no response';
}
