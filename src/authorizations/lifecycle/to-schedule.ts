import { parseTimestamp } from '../../http/timestamp.ts';
import { type Calendar, isOff, type Phase, type Schedule } from './schedule.ts';
import type { PhaseData, ScheduleData } from './schedule-data.ts';
import { type PresetName, presetNames, presets } from './schedule-presets.ts';

/** Makes the error for the member at the path. */
export type Refuse = (path: readonly (string | number)[], sentence: string) => Error;

export function toPreset(name: PresetName): Schedule {
  return toSchedule(presets[name], (path, sentence) => new Error(`${path.join('.')} ${sentence}`), name);
}

export function isPresetName(name: string): name is PresetName {
  return presetNames.some((each) => each === name);
}

/** @throws what `refuse` makes, for what fits the schema and is wrong all the same. */
export function toSchedule(data: ScheduleData, refuse: Refuse, name = 'custom'): Schedule {
  const toCalendarAt = (key: 'phases' | 'path_tokens', phases: readonly PhaseData[]) =>
    toCalendar(phases, key, (path, sentence) => refuse([key, ...path], sentence));
  return {
    name,
    authorizations: toCalendarAt('phases', data.phases),
    path_tokens: toCalendarAt('path_tokens', data.path_tokens ?? presets.deprecated.path_tokens),
  };
}

function toCalendar(phases: readonly PhaseData[], list: string, refuse: Refuse): Calendar {
  const calendar = phases.map((data, index) =>
    toPhase(data, (path, sentence) => refuse([index, ...path], sentence)),
  );
  for (const [index, { from }] of calendar.entries()) {
    const earlier = calendar.findIndex((other) => other.from === from);
    if (earlier < index) throw refuse([index], `begins at the same moment as ${list}[${earlier}]`);
  }
  return calendar.sort((one, other) => (one.from < other.from ? -1 : 1));
}

function toPhase(data: PhaseData, refuse: Refuse): Phase {
  const boundary = (key: 'from' | 'until', otherwise: number) => {
    const at = data[key] === undefined ? otherwise : parseTimestamp(data[key]);
    if (at === undefined) throw refuse([key], 'is on no calendar');
    return at;
  };
  const [from, until] = [boundary('from', -Infinity), boundary('until', Infinity)];
  if (until <= from) throw refuse(['until'], 'must be later than from');
  if (!isOff({ name: data.phase })) {
    for (const key of ['status', 'message', 'body'] as const)
      if (data[key] !== undefined) throw refuse([key], 'is for a brownout or a removal alone');
  }
  if (data.body !== undefined && data.message !== undefined)
    throw refuse(['message'], 'is not sent beside a body');
  return {
    name: data.phase,
    from,
    until,
    status: data.status === undefined ? undefined : Number(data.status),
    message: data.message,
    documentation: data.documentation_url,
    body: data.body,
    fields: Object.entries(data.headers ?? {}).map(([field, value]) => {
      if (!TOKEN.test(field)) throw refuse(['headers', field], 'is no name of a header field');
      if (OF_THE_SERVER.test(field)) throw refuse(['headers', field], 'is for the server alone to set');
      return [field, value === null ? null : String(value)];
    }),
  };
}

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** What frames a message, and what is another on each answer. */
const OF_THE_SERVER =
  /^(?:content-(?:length|type|encoding)|transfer-encoding|connection|keep-alive|upgrade|trailer|te|date|status|etag|last-modified|x-github-(?:request-id|media-type))$/i;
