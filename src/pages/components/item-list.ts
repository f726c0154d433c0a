import { html, type Markup } from '../html.ts';

/** A list of things, each a row with its name and its actions. @param layout class of the columns that the page gives its rows */
export function itemList(items: readonly Markup[], layout?: string): Markup {
  return html`<ul class=${layout === undefined ? 'items' : `items ${layout}`}>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}
