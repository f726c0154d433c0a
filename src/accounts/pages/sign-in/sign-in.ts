import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { plural } from '#pages/plural.ts';
import { findLogin } from '../../domain/sign-in/password-step.ts';
import { signInFailureKey, type User } from '../../store/index.ts';
import { type FormProblem, invalidField } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';
import { formatMinutes, timeLeft } from './attempts.ts';

type Outcome<Success> = (Success & { readonly problem?: undefined }) | FormProblem;

/** The result does not reveal whether the login exists. */
export async function signInWithPassword(
  service: WebContext,
  exchange: Exchange,
  login: string,
  password: string,
): Promise<Outcome<{ readonly user: User }>> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    if (!user) return invalidField('password', `Incorrect login or password.${describeLockout(service)}`);
    if (user.suspendedAt !== null) return { problem: 'This account is suspended.', status: 403 };
    if (user.twoFactor?.method === 'sms') await service.outbox.sendCode(user);
    return { user };
  } catch (error) {
    return await buildSignInProblem(service, login, error);
  }
}

/** The rule of the lock. How many attempts are left would tell what others do with the login. */
function describeLockout({ settings }: WebContext): string {
  const { lockoutFailures, lockoutDuration } = settings;
  if (lockoutFailures === 0) return '';
  return ` A login is locked for ${formatMinutes(lockoutDuration)} after ${plural(lockoutFailures, 'failed attempt')}.`;
}

/** @param field id of the control with the code */
export async function signInWithCode(
  service: WebContext,
  exchange: Exchange,
  user: User,
  code: string,
  field = 'code',
): Promise<Outcome<object>> {
  try {
    const proof = await service.secondStep(user, code, exchange);
    if (proof === undefined) return invalidCode(field);
    return {};
  } catch (error) {
    return await buildSignInProblem(service, user.login, error);
  }
}

/** Records a wrong password or code in the security log of the user, if the login exists. */
export async function recordFailure(
  { store, securityLog }: WebContext,
  exchange: Exchange,
  login: string,
  { status }: FormProblem,
  wrong: 'password' | 'code' = 'password',
): Promise<void> {
  const user = status === 422 ? await store.users.byLogin(await findLogin(store.users, login)) : undefined;
  if (user) await securityLog.record(exchange, user.id, 'user.failed_login', `wrong ${wrong}`);
}

/** Sign-in steps throw the errors of the API. Pages show their messages, and how long a lock lasts. */
async function buildSignInProblem(service: WebContext, name: string, error: unknown): Promise<FormProblem> {
  if (!(error instanceof HttpError && (error.status === 403 || error.status === 429))) throw error;
  if (error.status === 429) return { problem: error.message, status: 429 };
  const login = await findLogin(service.store.users, name);
  const attempts = await service.store.signInFailures.byKey(signInFailureKey(login));
  const { lockoutDuration } = service.settings;
  const left = attempts ? timeLeft(attempts, lockoutDuration, service.runtime.now()) : lockoutDuration;
  return {
    problem: `Maximum number of login attempts exceeded. Try again in ${formatMinutes(left)}. An administrator can end the lock with: sparring user password`,
    status: 403,
  };
}

/**
 * Checks the password of a signed-in user. Failures count like those of signing in.
 * @param field id of the control with the password
 */
export async function confirmPassword(
  service: WebContext,
  exchange: Exchange,
  { id, login }: User,
  password: string,
  field = 'password',
): Promise<FormProblem | undefined> {
  try {
    const user = await service.passwordStep(login, password, exchange);
    return user?.id === id ? undefined : invalidField(field, 'Incorrect password.');
  } catch (error) {
    return await buildSignInProblem(service, login, error);
  }
}

/**
 * Returns the path to redirect to after sign-in: the requested one if it is an account page, otherwise the settings. Other
 * paths are not safe, since the testing service redirects clients to any URL.
 */
export function chooseReturnPath(requested: string): string {
  // Browsers normalize a path such as `/settings/../redirect-to`.
  const url = URL.parse(requested, 'http://server');
  const isNormalized = url !== null && `${url.pathname}${url.search}` === requested;
  return isNormalized && RETURN_PATH.test(requested) ? requested : '/settings/applications';
}

/** An account page, in visible ASCII characters only, which all browsers parse alike. */
const RETURN_PATH = /^\/(?:settings|orgs|login\/oauth\/authorize|login\/device)(?:[/?][!-~]*)?$/;

export function invalidCode(field = 'code'): FormProblem {
  return invalidField(field, 'This code is incorrect or expired.');
}
