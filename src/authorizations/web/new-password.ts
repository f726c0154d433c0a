import type { Form } from './form.ts';

/** Why what was typed cannot be a password, in words for the page. */
export function problemOfNewPassword(form: Form): string | undefined {
  const [password, again] = [form.exact('new_password'), form.exact('new_password_again')];
  if (password !== again) return 'The new password was not typed the same way twice.';
  if (password.length < SHORTEST_PASSWORD)
    return `The new password is shorter than ${SHORTEST_PASSWORD} characters.`;
  if (password.length > LONGEST_PASSWORD)
    return `The new password is longer than ${LONGEST_PASSWORD} characters.`;
  // RFC 7617 §2: it could not be sent with a call of the API.
  return /\p{Cc}/u.test(password) ? 'The new password holds control characters.' : undefined;
}

export const SHORTEST_PASSWORD = 8;

export const LONGEST_PASSWORD = 200;
