import { html, type Markup } from '../html.ts';
import { banner } from './banner.ts';
import { copyButton } from './copy-button.ts';

/** A secret that is shown once, with a button that copies it. */
export function secretNotice(description: string, secret: string): Markup {
  return banner(
    'good',
    html`
      <p><strong>${description}</strong> Copy it now. It is not shown again.</p>
      <p class="actions"><span id="secret"><code>${secret}</code></span> ${copyButton('secret', 'Copy', 'Copy')}</p>`,
  );
}
