import { type Field, type Fields, isSameName } from '../../http/fields.ts';
import { toHttpDate } from '../../http/http-date.ts';
import { announcedAt, announcements } from './deprecation.ts';
import type { Calendar, FamilyName, Phase, Stretch } from './schedule.ts';

/** What the answers of a family say of its end, besides what they are asked for. */
export interface Announcement {
  readonly fields: Fields;
  /** Fields that the schedule wants in place of those that stand on every answer, or not at all. */
  readonly own: Phase['fields'];
  /** Stands in `Link`, after the pagination (RFC 9745 §3). */
  readonly link: string | undefined;
}

/** @param isWanted whether answers are to say that the interface is deprecated */
export function toAnnouncement(
  family: FamilyName,
  calendar: Calendar,
  { phase, from }: Pick<Stretch, 'phase' | 'from'>,
  isWanted: boolean,
): Announcement {
  const isToldOf = phase.name === 'deprecated' || phase.name === 'brownout';
  const told = isToldOf && isWanted ? toDates(calendar, from) : [];
  const own = phase.fields.filter(([name]) => isWanted || !OF_DEPRECATION.test(name));
  const page = phase.documentation ?? announcements[family];
  return {
    fields: told,
    own,
    link:
      isToldOf && isWanted && !own.some(([name]) => isSameName(name, 'Link'))
        ? `<${page}>; rel="deprecation"; type="text/html"`
        : undefined,
  };
}

/** Since when (RFC 9745 §2.1), and the announced end (RFC 8594 §3). */
function toDates(calendar: Calendar, at: number): Field[] {
  const begun = calendar.find(({ name }) => name === 'deprecated')?.from ?? announcedAt;
  const since = Number.isFinite(begun) ? begun : announcedAt;
  const removal = calendar.find(({ name, until }) => name === 'removed' && until > at);
  const fields: Field[] = [['Deprecation', `@${Math.floor(since / 1000)}`]];
  if (removal && Number.isFinite(removal.from)) fields.push(['Sunset', toHttpDate(removal.from)]);
  return fields;
}

/** The fields, with those of the same name given otherwise or, by null, taken away. */
export function replaceFields(fields: Fields, own: Phase['fields']): Fields {
  const isReplaced = ([name]: Field) => own.some(([other]) => isSameName(name, other));
  return [
    ...fields.filter((field) => !isReplaced(field)),
    ...own.flatMap(([name, value]): Field[] => (value === null ? [] : [[name, value]])),
  ];
}

const OF_DEPRECATION = /^(?:deprecation|sunset|link)$/i;
