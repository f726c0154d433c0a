import type { Summary } from '../../entry.ts';
import { cellsOf, formatDuration } from '../../request-cells.ts';

/** The time between the end of an attempt and the start of the next one. */
export interface Gap {
  /** The end of the attempt before, in milliseconds since the epoch. */
  readonly from: number;
  readonly ms: number;
  readonly text: string;
}

/** The entries that are attempts at the same: with the same key of a lab, or with the same method, target and bin. */
export function findAttempts(entries: readonly Summary[], entry: Summary): readonly Summary[] {
  if (entry.method === undefined) return [entry];
  const key = attemptKey(entry);
  return entries.filter((other) => other.method !== undefined && attemptKey(other) === key);
}

function attemptKey({ lab, method, target, bin }: Summary): string {
  return lab === undefined ? `${bin ?? ''} ${method} ${target}` : lab.replace(/ #\d+$/, '');
}

/** The gaps before attempts that began after the end of the one before, by their ids. */
export function gapsOf(attempts: readonly Summary[]): ReadonlyMap<number, Gap> {
  const gaps = new Map<number, Gap>();
  for (const [index, { id, at }] of attempts.entries()) {
    const before = attempts[index - 1];
    if (before?.ms === undefined) continue;
    const from = before.at + before.ms;
    if (at >= from) gaps.set(id, { from, ms: at - from, text: `after ${formatDuration(at - from)}` });
  }
  return gaps;
}

/** Attempts in one sentence: their statuses, the gaps between them, and by which factor the gaps grow. Undefined for less than two. */
export function describeAttempts(attempts: readonly Summary[]): string | undefined {
  const [first] = attempts;
  if (!first || attempts.length < 2) return undefined;
  const name =
    first.lab === undefined ? `${first.method} ${first.target}` : `Key ${first.lab.replace(/ #\d+$/, '')}`;
  const gaps = [...gapsOf(attempts).values()].map(({ ms }) => ms);
  const shown = attempts.slice(0, MAX_SHOWN).map((entry) => cellsOf(entry).status);
  const more = attempts.length > MAX_SHOWN ? ', …' : '';
  const factor = findFactor(gaps);
  return [
    `${name}, ${attempts.length} attempts: ${shown.join(', ')}${more}`,
    ...(gaps.length === 0 ? [] : [`gaps ${gaps.slice(0, MAX_SHOWN).map(formatDuration).join(', ')}${more}`]),
    ...(factor === undefined ? [] : [`each ${factor.toFixed(1)} times the one before`]),
  ].join(' · ');
}

const MAX_SHOWN = 12;

/** The factor of three or more gaps that grow alike, within a fifth. */
function findFactor(gaps: readonly number[]): number | undefined {
  if (gaps.length < 3) return undefined;
  const factors = gaps.slice(1).map((gap, index) => gap / (gaps[index] || 1));
  const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length;
  const isAlike = factors.every((factor) => Math.abs(factor - mean) <= mean / 5);
  return isAlike && mean > 1.2 ? mean : undefined;
}
