import type { User } from '../../store/index.ts';
import {
  type FailureLogDependencies,
  type Lockout,
  logFailure,
  type SignInRequest,
  type Verification,
} from './lockout.ts';
import type { SignInOutcomes } from './sign-in-outcomes.ts';

/**
 * The second step of a sign-in. Returns the kind of proof that the code is; a wrong code is counted and gives undefined.
 * @throws ApiError 403 while the login is locked, 429 when too many codes of the login are waiting.
 */
export type SecondStep<Proof extends string> = (
  user: User,
  code: string,
  request: SignInRequest,
) => Promise<Proof | undefined>;

/** A kind of proof, and the check of a code of that kind. */
type ProofCheck<Proof extends string> = readonly [
  proof: Proof,
  check: (user: User, code: string, request: SignInRequest) => Promise<boolean>,
];

export interface SecondStepDependencies extends FailureLogDependencies {
  readonly lockout: Lockout;
  readonly signInOutcomes: SignInOutcomes;
}

/** @param checks tried in this order */
export function createSecondStep<Proof extends string>(
  dependencies: SecondStepDependencies,
  checks: readonly ProofCheck<Proof>[],
): SecondStep<Proof> {
  async function verify(
    user: User,
    code: string,
    request: SignInRequest,
  ): Promise<Verification<Proof | undefined>> {
    for (const [proof, check] of checks)
      if (await check(user, code, request)) return { outcome: 'succeeded', value: proof };
    return { outcome: 'failed', value: undefined };
  }

  return async (user, code, request) => {
    const attempt = { login: user.login, isKnown: true };
    const proof = await dependencies.signInOutcomes.count(
      'one-time password',
      dependencies.lockout.attempt(attempt, () => verify(user, code, request)),
    );
    if (proof === undefined) logFailure(dependencies, { user, wrong: 'one-time password', request });
    return proof;
  };
}
