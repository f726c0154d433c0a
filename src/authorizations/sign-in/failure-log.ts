import type { Exchange } from '../../http/exchange.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';

/** The part of a request that takes part in every sign-in, besides the credentials. */
export type SignInRequest = Pick<Exchange, 'field' | 'peerAddress'>;

interface Failure {
  readonly user: User | undefined;
  /** What was wrong. */
  readonly wrong: 'password' | 'one-time password';
  readonly request: SignInRequest;
}

/** Logs a failed sign-in. */
export function logFailure(
  { log, clientAddress }: Pick<AuthorizationParts, 'log' | 'clientAddress'>,
  { user, wrong, request }: Failure,
): void {
  // An unknown login is not repeated: people type passwords and tokens there.
  log.warn('Sign-in refused', { wrong, user: user?.login ?? null, address: clientAddress.of(request) });
}
