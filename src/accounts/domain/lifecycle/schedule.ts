import type { CustomBody } from '../errors/errors.ts';

/** The phases of a deprecation. */
export type PhaseName = 'supported' | 'deprecated' | 'brownout' | 'removed';

/** The deprecated parts of the API, each with its own calendar. */
export type FamilyName = 'authorizations' | 'path_tokens';

/** A phase, and the responses during it. Times are milliseconds since the epoch. */
export interface Phase {
  readonly name: PhaseName;
  /** Start, inclusive; -Infinity without a start. */
  readonly from: number;
  /** End, exclusive; Infinity without an end. */
  readonly until: number;
  /** Status of the errors of a brownout or a removal. */
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly documentation: string | undefined;
  /** Replaces message and documentation: an object is sent as JSON, text as HTML. */
  readonly body: CustomBody | undefined;
  /** Headers of every response, which replace those of the same name; null removes one. */
  readonly fields: readonly (readonly [name: string, value: string | null])[];
}

/** Phases in the order of their start. Of several at the same time, the one that started last applies. */
export type Calendar = readonly Phase[];

export interface Schedule extends Readonly<Record<FamilyName, Calendar>> {
  /** The name of a preset, or `custom`. */
  readonly name: string;
  readonly deprecationFormat: DeprecationFormat;
}

/** The format of the date in `Deprecation`: that of GitHub in 2020, or the structured field of RFC 9745. */
export type DeprecationFormat = 'http-date' | 'rfc-9745';

/** A phase and the time in which it applies without a break. */
export interface Interval {
  readonly phase: Phase;
  readonly from: number;
  readonly until: number;
}

/** The phase at a time. Without a phase in the calendar, the API is supported. */
export function intervalAt(calendar: Calendar, at: number): Interval {
  const phase = phaseAt(calendar, at);
  const changes = calendar.flatMap(({ from, until }) => [from, until]);
  const isOther = (time: number) => phaseAt(calendar, time) !== phase;
  return {
    phase,
    from: Math.max(-Infinity, ...changes.filter((time) => time <= at && isOther(time - 1))),
    until: Math.min(Infinity, ...changes.filter((time) => time > at && isOther(time))),
  };
}

/** Whether calls are rejected in the phase. */
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
