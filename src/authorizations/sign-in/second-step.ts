import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import { logFailure, type SignInRequest } from './failure-log.ts';
import type { Judgement } from './lockout.ts';

/**
 * The second step of a sign-in: what the code has proven itself to be, or undefined for a wrong one, which is counted.
 * @throws Refusal 403 while the login is locked, 429 when too many codes of the login are waiting.
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
  async function judge(user: User, code: string): Promise<Judgement<Proof | undefined>> {
    for (const [proof, check] of checks)
      if (await check(user, code)) return { verdict: 'right', value: proof };
    return { verdict: 'wrong', value: undefined };
  }

  return async (user, code, request) => {
    const attempt = { login: user.login, isKnown: true };
    const proof = await parts.lockout.judge(attempt, () => judge(user, code));
    if (proof === undefined) logFailure(parts, { user, wrong: 'one-time password', request });
    return proof;
  };
}
