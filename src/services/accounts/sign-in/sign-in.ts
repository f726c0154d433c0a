import { findLogin } from '../../../authorizations/sign-in/password-step.ts';
import { HttpError } from '../../../http/message/errors.ts';
import type { Exchange } from '../../../http/message/exchange.ts';
import { inputField } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { User } from '../../../store/index.ts';
import type { WebContext } from '../context.ts';

/** The reason why a sign-in step fails, as shown on the page, and the status of the page. */
export interface SignInProblem {
  readonly problem: string;
  readonly status: 403 | 422 | 429;
}

type Outcome<Success> = (Success & { readonly problem?: undefined }) | SignInProblem;

/** The result does not reveal whether the login exists. */
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
    return toSignInProblem(error);
  }
}

export async function signInWithCode(
  service: WebContext,
  exchange: Exchange,
  user: User,
  code: string,
): Promise<Outcome<object>> {
  try {
    const proof = await service.secondStep(user, code, exchange);
    if (proof === undefined) return { problem: INVALID_CODE, status: 422 };
    return {};
  } catch (error) {
    return toSignInProblem(error);
  }
}

/** Records a wrong password or code in the security log of the user, if the login exists. */
export async function recordFailure(
  { store, securityLog }: WebContext,
  exchange: Exchange,
  login: string,
  { status }: SignInProblem,
  wrong: 'password' | 'code' = 'password',
): Promise<void> {
  const user = status === 422 ? await store.users.byLogin(await findLogin(store.users, login)) : undefined;
  if (user) await securityLog.record(exchange, user.id, 'user.failed_login', `wrong ${wrong}`);
}

/** Sign-in steps throw the errors of the API. Pages show their messages. */
function toSignInProblem(error: unknown): SignInProblem {
  if (error instanceof HttpError && (error.status === 403 || error.status === 429))
    return { problem: error.message, status: error.status };
  throw error;
}

/** Checks the password of a signed-in user. Failures count like those of signing in. */
export async function confirmPassword(
  service: WebContext,
  exchange: Exchange,
  { id, login }: User,
  password: string,
): Promise<SignInProblem | undefined> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    return user?.id === id ? undefined : { problem: 'Incorrect password.', status: 422 };
  } catch (error) {
    return toSignInProblem(error);
  }
}

/**
 * Returns the path to redirect to after sign-in: the requested one if it is an account page, otherwise the settings. Other
 * paths are not safe, since the testing service redirects clients to any URL.
 */
export function toReturnPath(requested: string): string {
  // Browsers normalize a path such as `/settings/../redirect-to`.
  const url = URL.parse(requested, 'http://server');
  const isNormalized = url !== null && `${url.pathname}${url.search}` === requested;
  return isNormalized && RETURN_PATH.test(requested) ? requested : '/settings/applications';
}

/** An account page, in visible ASCII characters only, which all browsers parse alike. */
const RETURN_PATH = /^\/(?:settings|orgs|login\/oauth\/authorize|login\/device)(?:[/?][!-~]*)?$/;

export const INVALID_CODE = 'This code is incorrect or expired.';

export const CURRENT_PASSWORD = {
  type: 'password',
  required: true,
  autocomplete: 'current-password',
} as const;

/** The password of a signed-in user, for an action that requires more than a session. */
export function passwordField(html: Html, id = 'password'): Markup {
  return inputField(html, { name: 'password', label: 'Password', id, ...CURRENT_PASSWORD });
}

/** A one-time password. */
export function codeField(
  html: Html,
  options: {
    readonly id?: string;
    readonly hint?: string;
    readonly [attribute: string]: string | boolean | undefined;
  },
): Markup {
  const attributes = { required: true, autocomplete: 'one-time-code', spellcheck: 'false' };
  return inputField(html, { name: 'code', label: 'Code', ...attributes, ...options });
}

type AttemptCounter = Pick<WebContext, 'store' | 'runtime'>;

/** Counts an attempt. True, and nothing is counted, if there are `limit` within an hour. */
export async function hasTooManyAttempts(
  { store, runtime }: AttemptCounter,
  key: string,
  limit: number = MAX_ATTEMPTS,
): Promise<boolean> {
  const rules = { at: runtime.now(), window: HOUR_MS, limit };
  return (await store.signInFailures.attempt(key, rules)) === undefined;
}

/** Whether there are as many attempts within an hour as are allowed. Counts none. */
export async function hasReachedAttemptLimit(
  { store, runtime }: AttemptCounter,
  key: string,
): Promise<boolean> {
  const attempts = await store.signInFailures.byKey(key);
  return (
    attempts !== undefined &&
    attempts.count >= MAX_ATTEMPTS &&
    Math.abs(runtime.now() - attempts.firstAt) <= HOUR_MS
  );
}

const MAX_ATTEMPTS = 50;

const HOUR_MS = 60 * 60 * 1000;
