import type { Calendar, DeprecationFormat, FamilyName, Phase, Schedule } from './schedule.ts';

/** A schedule as JSON, for other processes: without a start or an end, a phase has null, because JSON has no infinity. */
export interface StoredSchedule extends Readonly<Record<FamilyName, readonly StoredPhase[]>> {
  readonly name: string;
  readonly deprecationFormat: DeprecationFormat;
}

interface StoredPhase extends Omit<Phase, 'from' | 'until'> {
  readonly from: number | null;
  readonly until: number | null;
}

export function toStoredSchedule({ authorizations, path_tokens, ...rest }: Schedule): StoredSchedule {
  const store = (calendar: Calendar) =>
    calendar.map((phase) => ({ ...phase, from: toFinite(phase.from), until: toFinite(phase.until) }));
  return { ...rest, authorizations: store(authorizations), path_tokens: store(path_tokens) };
}

export function fromStoredSchedule({ authorizations, path_tokens, ...rest }: StoredSchedule): Schedule {
  const restore = (phases: readonly StoredPhase[]): Calendar =>
    phases.map((phase) => ({ ...phase, from: phase.from ?? -Infinity, until: phase.until ?? Infinity }));
  return { ...rest, authorizations: restore(authorizations), path_tokens: restore(path_tokens) };
}

function toFinite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
