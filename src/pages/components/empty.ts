import { html, type Markup } from '../html.ts';

/** What stands where there is no content yet: what is missing, and how to get it. */
export function empty(title: string, text: Markup | string, content?: Markup): Markup {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${content}</div>`;
}
