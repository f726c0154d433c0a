import { type Field, type Fields, hasField, isSameName } from '#http/syntax/fields.ts';
import { formatHttpDate } from '#http/syntax/http-date.ts';
import { announcedAt, announcements } from './deprecation.ts';
import type { DeprecationFormat, FamilyName, Interval, Phase, Schedule } from './schedule.ts';

/** The headers that announce the deprecation of a family. */
export interface Announcement {
  readonly fields: Fields;
  /** Headers of the schedule, which replace or remove those of every response. */
  readonly own: Phase['fields'];
  /** Sent in `Link`, before the pagination. */
  readonly link: string | undefined;
}

/** @param isWanted whether responses announce the deprecation */
export function buildAnnouncement(
  family: FamilyName,
  schedule: Schedule,
  { phase, from }: Pick<Interval, 'phase' | 'from'>,
  isWanted: boolean,
): Announcement {
  const isAnnounced = phase.name === 'deprecated' || phase.name === 'brownout';
  const dates = isAnnounced && isWanted ? buildDateFields(family, schedule, from) : [];
  const own = phase.fields.filter(([name]) => isWanted || !OF_DEPRECATION.test(name));
  const page = phase.documentation ?? announcements[family];
  return {
    fields: dates,
    own,
    link:
      isAnnounced && isWanted && !hasField(own, 'Link')
        ? `<${page}>; rel="deprecation"; type="text/html"`
        : undefined,
  };
}

/** `Deprecation` and `Sunset` (RFC 8594 section 3). */
function buildDateFields(
  family: FamilyName,
  { deprecationFormat, ...calendars }: Schedule,
  at: number,
): Field[] {
  const calendar = calendars[family];
  const begun = calendar.find(({ name }) => name === 'deprecated')?.from ?? announcedAt;
  const since = Number.isFinite(begun) ? begun : announcedAt;
  const removal = calendar.find(({ name, until }) => name === 'removed' && until > at);
  const fields: Field[] = [['Deprecation', FORMATS[deprecationFormat](since)]];
  if (removal && Number.isFinite(removal.from)) fields.push(['Sunset', formatHttpDate(removal.from)]);
  return fields;
}

/** The fields, with those of the same name replaced by `own`, or removed for null. */
export function replaceFields(fields: Fields, own: Phase['fields']): Fields {
  if (own.length === 0) return fields;
  const retained = fields.filter(([name]) => !own.some(([other]) => isSameName(name, other)));
  for (const [name, value] of own) if (value !== null) retained.push([name, value]);
  return retained;
}

/** The value of `Deprecation` for a timestamp in milliseconds. */
const FORMATS: Readonly<Record<DeprecationFormat, (since: number) => string>> = {
  // Compat: recorded in 2020, as in the first drafts of the RFC.
  'http-date': formatHttpDate,
  // RFC 9745 section 2.1.
  'rfc-9745': (since) => `@${Math.floor(since / 1000)}`,
};

const OF_DEPRECATION = /^(?:deprecation|sunset|link)$/i;
