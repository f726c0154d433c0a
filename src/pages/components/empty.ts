import { html, type Markup } from '../html.ts';

/** What stands where there is no content yet: what is missing, and how to get it. */
export function empty(title: string, text: Markup | string, content?: Markup): Markup {
  return html`<div class="empty"><h2>${title}</h2><p>${text}</p>${content}</div>`;
}

/** The place of content that loads. Shown after 300 ms only, so that a quick answer does not flicker. */
export function skeleton(lines: number): Markup {
  return html`<div aria-hidden="true">${Array.from({ length: lines }, () => html`<span class="skel"></span>`)}</div>`;
}
