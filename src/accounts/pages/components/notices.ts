import { alert, notice } from '#pages/components/banner.ts';
import type { Markup } from '#pages/html.ts';
import type { FormProblem } from '../forms/problem.ts';

/** The notice for a completed action. A form redirects to a page with the key of the notice in the query. */
export function actionNotice(key: string | undefined): Markup | null {
  const text = NOTICES.get(key ?? '');
  return text === undefined ? null : notice(text);
}

const NOTICES: ReadonlyMap<string, string> = new Map([
  ['application-revoked', 'The access of the application is revoked. Its tokens are deleted.'],
  ['application-gone', 'This application has no access to your account, or its access was revoked.'],
  ['applications-revoked', 'The access of all applications is revoked. Their tokens are deleted.'],
  ['token-deleted', 'The token is deleted. It is no longer valid.'],
  ['token-gone', 'You have no such token, or it was deleted.'],
  ['tokens-deleted', 'All personal access tokens are deleted.'],
  ['token-saved', 'The token is saved.'],
  ['application-saved', 'The application is saved.'],
  ['application-deleted', 'The application and all of its tokens are deleted.'],
  ['registration-gone', 'You have no such application, or it was deleted.'],
  ['user-tokens-revoked', 'All user tokens of the application are revoked.'],
  ['password-changed', 'The password is changed. All other sessions are signed out.'],
  ['two-factor-on', 'Two-factor authentication is enabled.'],
  ['recovery-codes-renewed', 'These are your new recovery codes. The previous codes are no longer valid.'],
  ['code-sent', 'A code was sent. An administrator can read it in the outbox of this server.'],
  ['two-factor-off', 'Two-factor authentication is disabled.'],
  ['sso-allowed', 'The token is authorized for the organization.'],
  ['sso-withdrawn', 'The token is no longer authorized for the organization.'],
]);

/** The problem of the whole form, above it. */
export function formAlert(rejected: FormProblem | undefined): Markup | null {
  return rejected?.field === undefined ? alert(rejected?.problem) : null;
}
