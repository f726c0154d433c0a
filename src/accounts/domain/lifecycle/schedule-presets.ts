import type { PhaseData, ScheduleData } from './schedule-data.ts';

type Preset = Required<Pick<ScheduleData, 'phases' | 'path_tokens'>>;

const ANNOUNCED = '2020-02-14';

/** On GHES the API stayed, with the announcements of github.com. */
const deprecated: Preset = {
  phases: [deprecatedWithSunset('Fri, 13 Nov 2020 16:00:00 GMT')],
  // The date is from the OpenAPI description, the time from the announcement.
  path_tokens: [deprecatedWithSunset('Wed, 05 May 2021 14:00:00 GMT')],
};

const supported: Preset = {
  phases: [{ phase: 'supported' }],
  path_tokens: [{ phase: 'supported' }],
};

/** The schedule of github.com. */
const github: Preset = {
  phases: [
    { phase: 'deprecated', from: ANNOUNCED },
    { phase: 'brownout', from: '2020-09-30T07:00:00Z', until: '2020-09-30T10:00:00Z' },
    { phase: 'brownout', from: '2020-09-30T16:00:00Z', until: '2020-09-30T19:00:00Z' },
    { phase: 'brownout', from: '2020-10-28T07:00:00Z', until: '2020-10-28T10:00:00Z' },
    { phase: 'brownout', from: '2020-10-28T16:00:00Z', until: '2020-10-28T19:00:00Z' },
    { phase: 'removed', from: '2020-11-13T16:00:00Z' },
  ],
  path_tokens: [
    { phase: 'deprecated', from: ANNOUNCED },
    { phase: 'brownout', from: '2021-05-05T14:00:00Z', until: '2021-05-06T02:00:00Z' },
    { phase: 'brownout', from: '2021-06-09T14:00:00Z', until: '2021-06-10T14:00:00Z' },
    { phase: 'removed', from: '2021-08-11T14:00:00Z' },
  ],
};

export const presetNames = ['supported', 'deprecated', 'github'] as const;

export type PresetName = (typeof presetNames)[number];

export const presets: Readonly<Record<PresetName, Preset>> = {
  supported,
  deprecated,
  github,
};

function deprecatedWithSunset(sunset: string): PhaseData {
  return { phase: 'deprecated', headers: { Sunset: sunset } };
}
