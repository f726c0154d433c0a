import type { OwnBody } from '../answers/errors.ts';

/** The stages of an interface that goes. */
export type PhaseName = 'supported' | 'deprecated' | 'brownout' | 'removed';

/** The parts of the API that were announced to go, each with days of its own. */
export type FamilyName = 'authorizations' | 'path_tokens';

/** A stretch of time, and what is answered in it. Moments are milliseconds since the epoch. */
export interface Phase {
  readonly name: PhaseName;
  /** The first moment; -Infinity without a beginning. */
  readonly from: number;
  /** The first moment after it; Infinity without an end. */
  readonly until: number;
  /** Of the refusals of a brownout or a removal. */
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly documentation: string | undefined;
  /** Sent in place of message and documentation: as JSON, or a page. */
  readonly body: OwnBody | undefined;
  /** Fields of every answer, in place of those of the same name; null leaves one out. */
  readonly fields: readonly (readonly [name: string, value: string | null])[];
}

/** Phases by their beginning. Where several hold, it is the one that began last. */
export type Calendar = readonly Phase[];

export interface Schedule extends Readonly<Record<FamilyName, Calendar>> {
  /** That of a preset, or `custom`. */
  readonly name: string;
}

/** A phase for as long as it holds without a break. */
export interface Stretch {
  readonly phase: Phase;
  readonly from: number;
  readonly until: number;
}

/** What holds at a moment. Where the calendar says nothing, the interface is supported. */
export function stretchAt(calendar: Calendar, at: number): Stretch {
  const phase = phaseAt(calendar, at);
  const changes = calendar.flatMap(({ from, until }) => [from, until]);
  const isOther = (moment: number) => phaseAt(calendar, moment) !== phase;
  return {
    phase,
    from: Math.max(-Infinity, ...changes.filter((moment) => moment <= at && isOther(moment - 1))),
    until: Math.min(Infinity, ...changes.filter((moment) => moment > at && isOther(moment))),
  };
}

/** Whether calls are refused in it. */
export function isOff({ name }: Pick<Phase, 'name'>): boolean {
  return name === 'brownout' || name === 'removed';
}

function phaseAt(calendar: Calendar, at: number): Phase {
  return calendar.findLast(({ from, until }) => from <= at && at < until) ?? SUPPORTED;
}

const SUPPORTED: Phase = {
  name: 'supported',
  from: -Infinity,
  until: Infinity,
  status: undefined,
  message: undefined,
  documentation: undefined,
  body: undefined,
  fields: [],
};
