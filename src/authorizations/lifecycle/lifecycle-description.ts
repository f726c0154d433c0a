import { toApiTime } from '../answers/api-time.ts';
import type { OwnBody, Refusal } from '../answers/errors.ts';
import { type Announcement, replaceFields, toAnnouncement } from './announcement.ts';
import { toPasswordAnswer, toPhaseAnswer } from './phase-answer.ts';
import { type Calendar, type FamilyName, type PhaseName, type Schedule, stretchAt } from './schedule.ts';

/** What happens at a moment, as the command and the control API tell it. */
export interface LifecycleDescription {
  readonly at: string;
  /** The name of a preset, or `custom`. */
  readonly schedule: string;
  readonly authorizations: FamilyDescription;
  readonly path_tokens: FamilyDescription;
  /** What a right password gets where no family is called. */
  readonly password: CallDescription;
}

/** Times are null where there is no beginning or no end. */
export interface FamilyDescription {
  readonly phase: PhaseName;
  readonly from: string | null;
  readonly until: string | null;
  readonly call: CallDescription;
  readonly next: { readonly at: string; readonly phase: PhaseName } | null;
  readonly calendar: {
    readonly phase: PhaseName;
    readonly from: string | null;
    readonly until: string | null;
    /** Of the refusals; null where calls are answered. */
    readonly status: number | null;
  }[];
}

export interface CallDescription {
  /** Whether the call is answered; if not, status and body are those of the refusal. */
  readonly is_answered: boolean;
  readonly status: number | null;
  /** What stands on the answer for this alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OwnBody | null;
}

/** @param isAnnounced whether answers are to say that the interface is deprecated */
export function describeLifecycle(
  schedule: Schedule,
  at: number,
  isAnnounced: boolean,
): LifecycleDescription {
  const { authorizations, path_tokens, name } = schedule;
  return {
    at: toApiTime(at),
    schedule: name,
    authorizations: describeFamily('authorizations', authorizations, at, isAnnounced),
    path_tokens: describeFamily('path_tokens', path_tokens, at, isAnnounced),
    password: describeCall(toPasswordAnswer(stretchAt(authorizations, at))),
  };
}

function describeFamily(
  family: FamilyName,
  calendar: Calendar,
  at: number,
  isAnnounced: boolean,
): FamilyDescription {
  const stretch = stretchAt(calendar, at);
  const { until } = stretch;
  const announcement = toAnnouncement(family, calendar, stretch, isAnnounced);
  return {
    phase: stretch.phase.name,
    from: toTime(stretch.from),
    until: toTime(until),
    call: describeCall(toPhaseAnswer(family, stretch, at), announcement),
    next: until === Infinity ? null : { at: toApiTime(until), phase: stretchAt(calendar, until).phase.name },
    calendar: calendar.map((phase) => ({
      phase: phase.name,
      from: toTime(phase.from),
      until: toTime(phase.until),
      status: toPhaseAnswer(family, { phase, until: phase.until }, at)?.status ?? null,
    })),
  };
}

function describeCall(refusal: Refusal | undefined, announcement?: Announcement): CallDescription {
  const { fields = [], own = [], link } = announcement ?? {};
  const links = link === undefined ? [] : [['Link', link] as const];
  return {
    is_answered: refusal === undefined,
    status: refusal?.status ?? null,
    headers: Object.fromEntries([...(refusal?.fields ?? []), ...replaceFields(fields, own), ...links]),
    body: refusal ? (refusal.body ?? toBody(refusal)) : null,
  };
}

function toBody({ message, documentation = '' }: Refusal): OwnBody {
  return { message, documentation_url: documentation };
}

function toTime(at: number): string | null {
  return Number.isFinite(at) ? toApiTime(at) : null;
}
