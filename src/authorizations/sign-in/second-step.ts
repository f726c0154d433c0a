import { tooManyAttempts } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import { countFailure, endCount, type SignInRequest } from './sign-in-count.ts';

/**
 * The second step of a sign-in: what the code has proven itself to be, or undefined for a wrong one, which is counted.
 * @throws Refusal 403 while the login is locked.
 */
export type SecondStep<Proof extends string> = (
  user: User,
  code: string,
  request: SignInRequest,
) => Promise<Proof | undefined>;

/** What may stand as a code, with its check. */
type ProofCheck<Proof extends string> = readonly [
  proof: Proof,
  check: (user: User, code: string) => Promise<boolean>,
];

type SecondStepParts = Pick<AuthorizationParts, 'log' | 'lockout' | 'clientAddress'>;

/** @param checks asked in their order */
export function createSecondStep<Proof extends string>(
  parts: SecondStepParts,
  checks: readonly ProofCheck<Proof>[],
): SecondStep<Proof> {
  const { lockout } = parts;

  return async (user, code, request) => {
    const { login } = user;
    if (await lockout.isLockedNow(login)) throw tooManyAttempts();
    for (const [proof, check] of checks) {
      if (!(await check(user, code))) continue;
      await endCount(lockout, login);
      return proof;
    }
    await countFailure(parts, { login, user, wrong: 'one-time password', request });
    return undefined;
  };
}
