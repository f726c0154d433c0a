import { parseTimestamp } from '#http/syntax/timestamp.ts';
import { isToken } from '#http/syntax/token.ts';
import { type Calendar, isOff, type Phase, type Schedule } from './schedule.ts';
import type { PhaseData, ScheduleData } from './schedule-data.ts';
import { type PresetName, presetNames, presets } from './schedule-presets.ts';

/** Creates the error for the member at a path. */
export type CreateError = (path: readonly (string | number)[], sentence: string) => Error;

export function selectPreset(name: PresetName): Schedule {
  return parseSchedule(presets[name], (path, sentence) => new Error(`${path.join('.')} ${sentence}`), name);
}

export function isPresetName(name: string): name is PresetName {
  return presetNames.some((each) => each === name);
}

/** @throws the error of `createError` for data that matches the schema and is invalid. */
export function parseSchedule(data: ScheduleData, createError: CreateError, name = 'custom'): Schedule {
  const parseCalendarAt = (key: 'phases' | 'path_tokens', phases: readonly PhaseData[]) =>
    parseCalendar(phases, key, (path, sentence) => createError([key, ...path], sentence));
  return {
    name,
    deprecationFormat: data.deprecation_format ?? 'http-date',
    authorizations: parseCalendarAt('phases', data.phases),
    path_tokens: parseCalendarAt('path_tokens', data.path_tokens ?? presets.deprecated.path_tokens),
  };
}

function parseCalendar(phases: readonly PhaseData[], list: string, createError: CreateError): Calendar {
  const calendar = phases.map((data, index) =>
    parsePhase(data, (path, sentence) => createError([index, ...path], sentence)),
  );
  for (const [index, { from }] of calendar.entries()) {
    const earlier = calendar.findIndex((other) => other.from === from);
    if (earlier < index) throw createError([index], `begins at the same time as ${list}[${earlier}]`);
  }
  return calendar.sort((one, other) => (one.from < other.from ? -1 : 1));
}

function parsePhase(data: PhaseData, createError: CreateError): Phase {
  const boundary = (key: 'from' | 'until', otherwise: number) => {
    const at = data[key] === undefined ? otherwise : parseTimestamp(data[key]);
    if (at === undefined) throw createError([key], 'is not a valid date');
    return at;
  };
  const [from, until] = [boundary('from', -Infinity), boundary('until', Infinity)];
  if (until <= from) throw createError(['until'], 'must be later than from');
  if (!isOff({ name: data.phase })) {
    for (const key of ['status', 'message', 'body'] as const)
      if (data[key] !== undefined) throw createError([key], 'is only allowed for a brownout or a removal');
  }
  if (data.body !== undefined && data.message !== undefined)
    throw createError(['message'], 'cannot be combined with body');
  return {
    name: data.phase,
    from,
    until,
    status: data.status === undefined ? undefined : Number(data.status),
    message: data.message,
    documentation: data.documentation_url,
    body: data.body,
    fields: Object.entries(data.headers ?? {}).map(([field, value]) => {
      if (!isToken(field)) throw createError(['headers', field], 'is not a valid header name');
      if (RESERVED.test(field)) throw createError(['headers', field], 'is reserved for the server');
      return [field, value === null ? null : String(value)];
    }),
  };
}

/** Headers that frame a message, and those that differ in each response. */
const RESERVED =
  /^(?:content-(?:length|type|encoding)|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|status|etag|last-modified|x-github-(?:request-id|media-type))$/i;
