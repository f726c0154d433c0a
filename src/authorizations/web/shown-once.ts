import type { Html, Markup } from '../../http/page.ts';

/** A secret that this page shows and no other ever will. */
export function shownOnce(html: Html, what: string, secret: string): Markup {
  return html`
    <div class="notice" role="status">
      <p><strong>${what}</strong> Copy it now: it is not shown again.</p>
      <p><code>${secret}</code></p>
    </div>`;
}
