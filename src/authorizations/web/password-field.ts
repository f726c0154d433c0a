import type { Html, Markup } from '../../http/page.ts';

/** Where the password is typed again, for what a session alone must not do. */
export function passwordField(html: Html): Markup {
  return html`<label>Password <input name="password" type="password" required autocomplete="current-password" /></label>`;
}
