import type { Form } from '../forms/form.ts';
import { type FormProblem, invalidField } from '../forms/problem.ts';

/** The reason why the new password is rejected; undefined for a valid one. */
export function findPasswordProblem(form: Form): FormProblem | undefined {
  const reject = (problem: string) => invalidField('new_password', problem);
  const [password, again] = [form.exact('new_password'), form.exact('new_password_again')];
  if (password !== again) return invalidField('new_password_again', 'The passwords do not match.');
  if (password.length < MIN_PASSWORD_LENGTH)
    return reject(`The new password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  if (password.length > MAX_PASSWORD_LENGTH)
    return reject(`The new password must have at most ${MAX_PASSWORD_LENGTH} characters.`);
  // Basic credentials cannot contain control characters (RFC 7617 §2).
  return /\p{Cc}/u.test(password)
    ? reject('The new password must not contain control characters.')
    : undefined;
}

export const MIN_PASSWORD_LENGTH = 8;

export const MAX_PASSWORD_LENGTH = 200;
