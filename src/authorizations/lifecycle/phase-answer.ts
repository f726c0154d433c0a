import { type Field, isSameName } from '../../http/fields.ts';
import { toApiTime } from '../answers/api-time.ts';
import { Refusal } from '../answers/errors.ts';
import { announcements } from './deprecation.ts';
import { type FamilyName, isOff, type Stretch } from './schedule.ts';

/** What every call of a family gets while it is switched off; undefined while it is alive. */
export function toPhaseAnswer(
  family: FamilyName,
  { phase, until }: Pick<Stretch, 'phase' | 'until'>,
  at: number,
): Refusal | undefined {
  if (!isOff(phase)) return undefined;
  const isBrownout = phase.name === 'brownout';
  const status = phase.status ?? (isBrownout ? 410 : 404);
  const page = phase.documentation ?? (status === 404 ? FRONT_PAGE : announcements[family]);
  // Compat: what was removed is answered like what never was.
  const message = status === 404 ? 'Not Found' : toSentence(isBrownout ? until : undefined, page);
  return new Refusal(status, phase.message ?? message, {
    documentation: page,
    body: phase.body,
    // RFC 9110 §10.2.3. A client that is to take it for removed must not be told that it comes back.
    fields: isBrownout && status !== 404 && !isSet(phase.fields) ? retryAfter(until, at) : [],
  });
}

/** The answer to a password that is right, when none is taken any more. */
export function toPasswordAnswer({ phase }: Pick<Stretch, 'phase'>): Refusal | undefined {
  if (!isOff(phase)) return undefined;
  return new Refusal(401, 'Bad credentials', { documentation: announcements.passwords });
}

const FRONT_PAGE = 'https://docs.github.com/rest';

function toSentence(until: number | undefined, page: string): string {
  if (until === undefined) return `This interface was removed. ${page} tells why, and what to use instead.`;
  const end = Number.isFinite(until) ? ` until ${toApiTime(until)}` : '';
  return `This interface is switched off${end}, and will soon be for good. ${page} tells why, and what to use instead.`;
}

function retryAfter(until: number, at: number): Field[] {
  return Number.isFinite(until) ? [['Retry-After', String(Math.ceil((until - at) / 1000))]] : [];
}

function isSet(fields: Stretch['phase']['fields']): boolean {
  return fields.some(([name]) => isSameName(name, 'Retry-After'));
}
