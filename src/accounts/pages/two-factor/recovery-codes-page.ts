import { buttonLink } from '#pages/components/button.ts';
import { copyButton } from '#pages/components/copy-button.ts';
import { html } from '#pages/html.ts';
import { heading } from '../components/heading.ts';
import { actionNotice } from '../components/notices.ts';
import { SECURITY_PATH } from '../shell/paths.ts';
import type { View } from '../shell/view.ts';

/** The page that shows new recovery codes. */
export function recoveryCodesView(codes: readonly string[], noticeKey: string | undefined): View {
  return {
    title: 'Recovery codes',
    section: SECURITY_PATH,
    main: () => html`
      ${heading('Recovery codes', { parent: { path: SECURITY_PATH, title: 'Password and two-factor' } })}
      ${actionNotice(noticeKey)}
      <p>Use a recovery code to sign in when you cannot use your second factor. Each code works once. Copy, download or print the codes now. You will not be able to see them again.</p>
      <ul class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="actions">
        ${copyButton('codes', 'Copy the codes', 'Copy')}
        ${buttonLink('Download', formatDataUrl(codes), { download: 'sparring-recovery-codes.txt' })}
        ${buttonLink('Done', SECURITY_PATH, { kind: 'primary' })}
      </div>`,
  };
}

/** A text file as a data URL, which needs neither a script nor a request. */
function formatDataUrl(codes: readonly string[]): string {
  return `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
}
