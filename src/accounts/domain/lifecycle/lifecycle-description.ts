import { formatApiTime } from '../../store/api-time.ts';
import type { ApiError, CustomBody } from '../errors/errors.ts';
import { type Announcement, buildAnnouncement, replaceFields } from './announcement.ts';
import { createPasswordError, createPhaseError } from './phase-error.ts';
import { type FamilyName, intervalAt, type PhaseName, type Schedule } from './schedule.ts';

/** The state of the deprecation schedule at a time, for the command line and the control API. */
export interface LifecycleDescription {
  readonly at: string;
  /** The name of a preset, or `custom`. */
  readonly schedule: string;
  readonly authorizations: FamilyDescription;
  readonly path_tokens: FamilyDescription;
  /** The response to a correct password outside the families. */
  readonly password: CallDescription;
}

/** Times are null without a start or an end. */
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
    /** The status of the error; null while calls are served. */
    readonly status: number | null;
  }[];
}

export interface CallDescription {
  /** Whether the call is served; if not, status and body are those of the error. */
  readonly is_answered: boolean;
  readonly status: number | null;
  /** The headers that the schedule adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CustomBody | null;
}

/** The settings that responses depend on besides the schedule. */
interface ResponseSettings {
  /** Whether responses announce the deprecation. */
  readonly isAnnounced: boolean;
  /** Whether passwords are accepted while the schedule permits them. */
  readonly apiPasswords: boolean;
}

export function describeLifecycle(
  schedule: Schedule,
  at: number,
  { isAnnounced, apiPasswords }: ResponseSettings,
): LifecycleDescription {
  const { authorizations, name } = schedule;
  return {
    at: formatApiTime(at),
    schedule: name,
    authorizations: describeFamily('authorizations', schedule, at, isAnnounced),
    path_tokens: describeFamily('path_tokens', schedule, at, isAnnounced),
    password: describeCall(createPasswordError(intervalAt(authorizations, at), apiPasswords)),
  };
}

function describeFamily(
  family: FamilyName,
  schedule: Schedule,
  at: number,
  isAnnounced: boolean,
): FamilyDescription {
  const calendar = schedule[family];
  const interval = intervalAt(calendar, at);
  const { until } = interval;
  const announcement = buildAnnouncement(family, schedule, interval, isAnnounced);
  return {
    phase: interval.phase.name,
    from: formatFiniteTime(interval.from),
    until: formatFiniteTime(until),
    call: describeCall(createPhaseError(family, interval, at), announcement),
    next:
      until === Infinity ? null : { at: formatApiTime(until), phase: intervalAt(calendar, until).phase.name },
    calendar: calendar.map((phase) => ({
      phase: phase.name,
      from: formatFiniteTime(phase.from),
      until: formatFiniteTime(phase.until),
      status: createPhaseError(family, { phase, until: phase.until }, at)?.status ?? null,
    })),
  };
}

function describeCall(apiError: ApiError | undefined, announcement?: Announcement): CallDescription {
  const { fields = [], own = [], link } = announcement ?? {};
  const links = link === undefined ? [] : [['Link', link] as const];
  return {
    is_answered: apiError === undefined,
    status: apiError?.status ?? null,
    headers: Object.fromEntries([...(apiError?.fields ?? []), ...replaceFields(fields, own), ...links]),
    body: apiError ? (apiError.body ?? toBody(apiError)) : null,
  };
}

function toBody({ message, documentation = '' }: ApiError): CustomBody {
  return { message, documentation_url: documentation };
}

function formatFiniteTime(at: number): string | null {
  return Number.isFinite(at) ? formatApiTime(at) : null;
}
