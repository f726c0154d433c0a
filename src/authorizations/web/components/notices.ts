import type { Html, Markup } from '../../../http/pages/page.ts';

/** What a page says after a form of it was taken: the browser is sent on, and brings the word for it along. */
export function notice(html: Html, word: string | undefined): Markup | null {
  const sentence = NOTICES.get(word ?? '');
  return sentence === undefined ? null : html`<p class="notice" role="status">${sentence}</p>`;
}

/** Why what was typed was not taken; undefined when nothing is wrong. */
export function alert(html: Html, problem: string | undefined): Markup | null {
  return problem === undefined ? null : html`<p class="notice bad" role="alert">${problem}</p>`;
}

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['application-revoked', 'The application has no access any more. All its tokens are dead.'],
  ['applications-revoked', 'No application has access any more. All their tokens are dead.'],
  ['token-deleted', 'The token was deleted. It is worth nothing from now on.'],
  ['tokens-deleted', 'All personal access tokens were deleted.'],
  ['token-saved', 'The token was saved.'],
  ['application-saved', 'The application was saved.'],
  ['application-deleted', 'The application was deleted, with every token of it.'],
  ['user-tokens-revoked', 'All tokens of the application were revoked.'],
  ['password-changed', 'The password was changed. You are signed out everywhere else.'],
  ['two-factor-on', 'Two-factor authentication is on.'],
  ['recovery-codes-renewed', 'These are your recovery codes now. The earlier ones are no longer valid.'],
  ['code-sent', 'A code was sent. On this server an operator finds it in the outbox.'],
  ['two-factor-off', 'Two-factor authentication is off.'],
  ['sso-allowed', 'The token may be used with the organization now.'],
  ['sso-withdrawn', 'The token may no longer be used with the organization.'],
]);
