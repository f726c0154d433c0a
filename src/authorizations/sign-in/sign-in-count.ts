import type { Exchange } from '../../http/exchange.ts';
import { tooManyAttempts } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import type { Lockout } from './lockout.ts';

/** The part of a request that takes part in every sign-in, besides the credentials. */
export type SignInRequest = Pick<Exchange, 'field' | 'peerAddress'>;

interface Failure {
  readonly login: string;
  readonly user: User | undefined;
  /** What was wrong. */
  readonly wrong: 'password' | 'one-time password';
  readonly request: SignInRequest;
}

/** Counts a failed sign-in toward the lockout, and logs it. */
export async function countFailure(
  { lockout, log, clientAddress }: Pick<AuthorizationParts, 'lockout' | 'log' | 'clientAddress'>,
  { login, user, wrong, request }: Failure,
): Promise<void> {
  await lockout.fail(login);
  // An unknown login is not repeated: people type passwords and tokens there.
  log.warn('Sign-in refused', { wrong, user: user?.login ?? null, address: clientAddress.of(request) });
}

/** A success ends the count. @throws Refusal when the login is locked by now. */
export async function endCount(lockout: Lockout, login: string): Promise<void> {
  // Guesses that came all at once were let in before the first of them was counted.
  if (!(await lockout.pass(login))) throw tooManyAttempts();
}
