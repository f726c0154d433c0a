import type { Html, Markup } from '../../http/pages/page.ts';

/** A sentence in which what stands between backticks is code. */
export function prose(html: Html, text: string): Markup {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`<span>${parts}</span>`;
}
