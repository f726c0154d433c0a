import { HttpError } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { User } from '../../store.ts';
import type { WebContext } from '../context.ts';

/** Why a sign-in does not go on, in words for the page, and the status of that page. */
export interface Refused {
  readonly problem: string;
  readonly status: 403 | 422 | 429;
}

type Outcome<Success> = (Success & { readonly problem?: undefined }) | Refused;

/** Tells nothing apart that would tell a stranger which logins exist. */
export async function signInWithPassword(
  service: WebContext,
  exchange: Exchange,
  login: string,
  password: string,
): Promise<Outcome<{ readonly user: User }>> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    if (!user) return { problem: 'Incorrect login or password.', status: 422 };
    if (user.suspendedAt !== null) return { problem: 'This account is suspended.', status: 403 };
    if (user.twoFactor?.method === 'sms') await service.outbox.sendCode(user);
    return { user };
  } catch (error) {
    return toRefused(error);
  }
}

export async function signInWithCode(
  service: WebContext,
  exchange: Exchange,
  user: User,
  code: string,
): Promise<Outcome<{ readonly isRecovery: boolean }>> {
  try {
    const proof = await service.secondStep(user, code, exchange);
    if (proof === undefined) return { problem: 'This code is not right, or too old.', status: 422 };
    return { isRecovery: proof === 'recovery' };
  } catch (error) {
    return toRefused(error);
  }
}

/** Tells the user, if there is one, that somebody tried. What was not even looked at is not told. */
export async function noteFailure(
  { store, securityLog }: WebContext,
  exchange: Exchange,
  login: string,
  { status }: Refused,
  wrong: 'password' | 'code' = 'password',
): Promise<void> {
  const user = status === 422 ? await store.users.byLogin(login) : undefined;
  if (user) await securityLog.note(exchange, user.id, 'user.failed_login', `wrong ${wrong}`);
}

/** The steps refuse as the API does; the page says the same in its own place. */
export function toRefused(error: unknown): Refused {
  if (error instanceof HttpError && (error.status === 403 || error.status === 429))
    return { problem: error.message, status: error.status };
  throw error;
}

/** Why the password that was typed again does not count; undefined when it does. Failures count as those of sign-in do. */
export async function confirmPassword(
  service: WebContext,
  exchange: Exchange,
  { id, login }: User,
  password: string,
): Promise<Refused | undefined> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    return user?.id === id ? undefined : { problem: 'The password is not right.', status: 422 };
  } catch (error) {
    return toRefused(error);
  }
}

/**
 * The path to go on to after sign-in, or the settings when it is none of ours. Only pages that know sessions count:
 * the testing service beside them sends clients wherever they ask to be sent.
 */
export function toReturnPath(asked: string): string {
  // A path that a browser would read as another one, `/settings/../redirect-to` for instance, is not what it says.
  const read = URL.parse(asked, 'http://server');
  const isItself = read !== null && `${read.pathname}${read.search}` === asked;
  return isItself && RETURN.test(asked) ? asked : '/settings/applications';
}

/** Visible ASCII alone, so that no browser reads anything else into it. */
const RETURN = /^\/(?:settings|orgs|login\/oauth\/authorize|login\/device)(?:[/?][!-~]*)?$/;

/** Where the password is typed again, for what a session alone must not do. */
export function passwordField(html: Html): Markup {
  return html`<label>Password <input name="password" type="password" required autocomplete="current-password" /></label>`;
}
