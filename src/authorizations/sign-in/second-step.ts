import { tooManyAttempts } from '../answers/errors.ts';
import type { AuthorizationParts } from '../parts.ts';
import type { User } from '../store.ts';
import { countFailure, endCount, type Signature } from './sign-in-count.ts';

/**
 * The second step of a sign-in: what the code has proven itself to be, or undefined for a wrong one, which is counted.
 * @throws Refusal 403 while the login is locked.
 */
export type SecondStep<Proof extends string> = (
  user: User,
  code: string,
  request: Signature,
) => Promise<Proof | undefined>;

/** What may stand as a code, each with its check; they are asked in their order. */
export type Proofs<Proof extends string> = Readonly<
  Record<Proof, (user: User, code: string) => Promise<boolean>>
>;

export type SecondStepParts = Pick<AuthorizationParts, 'log' | 'lockout' | 'clientAddress'>;

export function createSecondStep<Proof extends string>(
  parts: SecondStepParts,
  proofs: Proofs<Proof>,
): SecondStep<Proof> {
  const { lockout } = parts;
  const names = Object.keys(proofs) as Proof[];

  return async (user, code, request) => {
    const { login } = user;
    if (await lockout.isLockedNow(login)) throw tooManyAttempts();
    for (const name of names) {
      if (!(await proofs[name](user, code))) continue;
      await endCount(lockout, login);
      return name;
    }
    await countFailure(parts, { login, user, wrong: 'one-time password', request });
    return undefined;
  };
}
