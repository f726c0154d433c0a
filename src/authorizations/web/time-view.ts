import type { Html, Markup } from '../../http/page.ts';

/** A moment in the API's own format, readable and exact. */
export function timeView(html: Html, at: string): Markup {
  return html`<time datetime=${at}>${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
}

/** When something was used last, as far as that is kept: to the hour. */
export function lastUsed(html: Html, at: string | null): Markup {
  return at === null ? html`<span>Never used</span>` : html`<span>Last used ${timeView(html, at)}</span>`;
}
