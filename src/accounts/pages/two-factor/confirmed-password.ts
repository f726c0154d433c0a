import type { Exchange } from '#http/message/exchange.ts';
import { type Form, optionalField } from '../forms/form.ts';
import type { FormProblem } from '../forms/problem.ts';
import type { WebContext } from '../sessions/context.ts';
import { createProof, isProof, type Member } from '../sessions/visitor.ts';
import { confirmPassword } from '../sign-in/sign-in.ts';

/** The fields of a set-up that requires the password, once: after a wrong code, the page has a proof in its place. */
export const confirmedPasswordFields = {
  password: optionalField('Required without `password_proof`.'),
  password_proof: optionalField('Proof of a page that the password was correct.'),
};

/** What the page of a set-up keeps of a rejected form. */
export interface SetUpState {
  readonly rejected?: FormProblem;
  /** The code, while the password is the wrong value. */
  readonly code?: string;
  readonly passwordProof?: string;
}

/**
 * Checks the password of the form, or the proof of an earlier form.
 * @param candidate the second factor to set up. A proof is valid for it alone.
 * @returns the proof for the next form, or why the password is rejected
 */
export async function checkPasswordOrProof(
  service: WebContext,
  exchange: Exchange,
  caller: Member,
  form: Form,
  candidate: string,
): Promise<{ readonly passwordProof: string } | FormProblem> {
  const subject = `password ${caller.user.passwordHash} ${candidate}`;
  const proof = form.text('password_proof');
  if (proof !== '' && isProof(proof, caller.secret, subject)) return { passwordProof: proof };
  const rejected = await confirmPassword(service, exchange, caller.user, form.exact('password'));
  return rejected ?? { passwordProof: createProof(caller.secret, subject) };
}
