import { type Field, hasField } from '#http/syntax/fields.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { ApiError, badCredentials } from '../errors/errors.ts';
import { announcements } from './deprecation.ts';
import { type FamilyName, type Interval, isOff } from './schedule.ts';

/** The error for every call of a family during a brownout or after its removal; undefined otherwise. */
export function createPhaseError(
  family: FamilyName,
  { phase, until }: Pick<Interval, 'phase' | 'until'>,
  at: number,
): ApiError | undefined {
  if (!isOff(phase)) return undefined;
  const isBrownout = phase.name === 'brownout';
  const status = phase.status ?? (isBrownout ? 410 : 404);
  const page = phase.documentation ?? (status === 404 ? FRONT_PAGE : announcements[family]);
  // Compat: a removed endpoint gets the error of an unknown path.
  const message = status === 404 ? 'Not Found' : formatPhaseSentence(isBrownout ? until : undefined, page);
  return new ApiError(status, phase.message ?? message, {
    documentation: page,
    body: phase.body,
    // RFC 9110 section 10.2.3. With status 404, the endpoint appears removed, so it has no Retry-After.
    fields: isBrownout && status !== 404 && !isSet(phase.fields) ? retryAfter(until, at) : [],
  });
}

/**
 * The error for a password while passwords are not accepted.
 * @param apiPasswords whether they are accepted while the schedule permits them
 */
export function createPasswordError(
  { phase }: Pick<Interval, 'phase'>,
  apiPasswords: boolean,
): ApiError | undefined {
  if (phase.name === 'removed') return new ApiError(401, PASSWORDS_REMOVED, { documentation: TOKEN_ARTICLE });
  if (phase.name === 'brownout')
    return new ApiError(401, 'Bad credentials', { documentation: announcements.passwords });
  // Compat: an instance with external sign-in has no passwords, so each of them is wrong.
  return apiPasswords ? undefined : badCredentials();
}

/** Compat: recorded in November 2020. Clients compare the whole text. */
const PASSWORDS_REMOVED =
  "Bad credentials. The API can't be accessed using username/password authentication. Please create a personal access token to access this endpoint: http://github.com/settings/tokens";

const TOKEN_ARTICLE =
  'https://docs.github.com/articles/creating-a-personal-access-token-for-the-command-line';

const FRONT_PAGE = 'https://docs.github.com/rest';

function formatPhaseSentence(until: number | undefined, page: string): string {
  if (until === undefined)
    return `This interface was removed. ${page} describes the reason and the alternative.`;
  const end = Number.isFinite(until) ? ` until ${formatApiTime(until)}` : '';
  return `This interface is disabled${end}, and will be removed soon. ${page} describes the reason and the alternative.`;
}

function retryAfter(until: number, at: number): Field[] {
  return Number.isFinite(until) ? [['Retry-After', String(Math.ceil((until - at) / 1000))]] : [];
}

function isSet(fields: Interval['phase']['fields']): boolean {
  return hasField(fields, 'Retry-After');
}
