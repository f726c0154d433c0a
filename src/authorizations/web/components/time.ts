import type { Html, Markup } from '../../../http/pages/page.ts';

/** A moment in the API's own format, readable and exact. */
export function timeView(html: Html, at: string): Markup {
  return html`<time datetime=${at}>${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
}

/** When something was used last, as far as that is kept: the hour, which may have begun before the thing was there. */
export function lastUsed(html: Html, at: string | null): Markup {
  if (at === null) return html`<span>Never used</span>`;
  const hour = Number(at.slice(11, 13));
  const span = `${at.slice(0, 10)} ${hour}:00–${hour + 1}:00 UTC`;
  return html`<span>Last used <time datetime=${at}>${span}</time></span>`;
}
