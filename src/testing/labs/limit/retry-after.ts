import type { Field } from '#http/syntax/fields.ts';
import { formatHttpDate } from '#http/syntax/http-date.ts';

const YEAR = 31_536_000;

interface FormResult {
  readonly fields: Field[];
  /** Milliseconds that the fields announce; undefined for fields that no client can follow. */
  readonly wait?: number;
}

/** What a rejection announces. */
export interface Announcement {
  readonly fields: readonly Field[];
  /** Milliseconds. */
  readonly wait: number;
}

export const retryForms = [
  'seconds',
  'date',
  'ms',
  'x-ms',
  'both-wrong',
  'past',
  'huge',
  'negative',
  'text',
  'fraction',
  'none',
] as const;

/** A form of `Retry-After` in a response that rejects a request. */
export type RetryForm = (typeof retryForms)[number];

/** The forms. Times are in milliseconds. */
const FORMS: Readonly<Record<RetryForm, (wait: number, now: number) => FormResult>> = {
  seconds: (wait) => ({ fields: [retryAfter(toSeconds(wait))], wait: toSeconds(wait) * 1000 }),
  date: (wait, now) => {
    const time = Math.ceil((now + wait) / 1000) * 1000;
    return { fields: [retryAfter(formatHttpDate(time))], wait: time - now };
  },
  ms: (wait) => ({ fields: [['retry-after-ms', String(Math.ceil(wait))]], wait }),
  'x-ms': (wait) => ({ fields: [['x-ms-retry-after-ms', String(Math.ceil(wait))]], wait }),
  'both-wrong': (wait, now) => ({
    fields: [retryAfter(formatHttpDate(now + wait + YEAR * 1000)), ['retry-after-ms', '1']],
  }),
  past: (_, now) => ({ fields: [retryAfter(formatHttpDate(now - 3_600_000))] }),
  huge: () => ({ fields: [retryAfter(YEAR)], wait: YEAR * 1000 }),
  negative: (wait) => ({ fields: [retryAfter(-toSeconds(wait))] }),
  text: () => ({ fields: [retryAfter('soon')] }),
  fraction: () => ({ fields: [retryAfter('1.5')] }),
  none: () => ({ fields: [] }),
};

/** The fields of all forms, and the shortest time that they announce: that of the limit if no client can follow them. */
export function announceRetry(forms: readonly RetryForm[], wait: number, now: number): Announcement {
  const announcements = forms.map((form) => FORMS[form](wait, now));
  const waits = announcements.flatMap((each) => each.wait ?? []);
  return {
    fields: announcements.flatMap(({ fields }) => fields),
    wait: waits.length > 0 ? Math.min(...waits) : wait,
  };
}

function retryAfter(value: string | number): Field {
  return ['Retry-After', String(value)];
}

/** Whole seconds, rounded up. */
export function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
