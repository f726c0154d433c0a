import { notice } from './notices.ts';
import { copyButton } from './shown-once.ts';
import type { View } from './view.ts';

export const RECOVERY_CODES_PATH = '/settings/two-factor/recovery-codes';

/** The page that shows recovery codes, once. */
export function recoveryCodesView(codes: readonly string[], word: string | undefined): View {
  return {
    title: 'Recovery codes',
    section: '/settings/security',
    hasCopyButtons: true,
    body: (html) => html`
      <p><a href="/settings/security">Password and two-factor</a></p>
      <h1>Recovery codes</h1>
      ${notice(html, word)}
      <p>Each code signs you in once, when you do not have your phone. Copy, download or print them now: they are not shown again.</p>
      <ul class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="actions">
        ${copyButton(html, 'codes')}
        <a class="button" download="sparring-recovery-codes.txt" href=${toFile(codes)}>Download</a>
        <a class="button main" href="/settings/security">Done</a>
      </div>`,
  };
}

/** A text file, as a URL: it needs no script and no second request. */
function toFile(codes: readonly string[]): string {
  return `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
}
