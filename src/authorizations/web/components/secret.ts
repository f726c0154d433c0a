import type { Html, Markup } from '../../../http/pages/page.ts';

/** A secret that the page shows once, with a button to copy it. The page needs `copyScript` for the button. */
export function shownOnce(html: Html, what: string, secret: string): Markup {
  return html`
    <div class="notice" role="status">
      <p><strong>${what}</strong> Copy it now: it is not shown again.</p>
      <p class="actions"><span id="secret"><code>${secret}</code></span> ${copyButton(html, 'secret')}</p>
    </div>`;
}

/** @param id of the element whose text is copied. A click on it selects all of it, with or without the script. */
export function copyButton(html: Html, id: string): Markup {
  return html`<button type="button" data-copy=${id} class="scripted">Copy</button>`;
}
