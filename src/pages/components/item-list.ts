import { html, type Markup } from '../html.ts';

/** A list of things, each a row with its name and its actions. */
export function itemList(items: readonly Markup[]): Markup {
  return html`<ul class="items">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
