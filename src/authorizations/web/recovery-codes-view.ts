import type { View } from './view.ts';

/** The page that shows recovery codes, this once. */
export function recoveryCodesView(codes: readonly string[], isJustOn: boolean): View {
  return {
    title: 'Recovery codes',
    section: '/settings/security',
    body: (html) => html`
      <p><a href="/settings/security">Password and two-factor</a></p>
      <h1>Recovery codes</h1>
      <p class="notice" role="status">
        ${isJustOn ? 'Two-factor authentication is on.' : 'These are your codes from now on. Those before are worth nothing.'}
      </p>
      <p>Each signs you in once, on the day your phone is lost. Copy or print them now: they are not shown again.</p>
      <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <p><a class="button main" href="/settings/security">I have kept them</a></p>`,
  };
}
