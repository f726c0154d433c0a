import { html, type Markup } from '../html.ts';

interface Tab {
  /** Id of the part that the tab shows. */
  readonly id: string;
  readonly label: string;
  readonly count?: string | undefined;
}

/**
 * Parts of which one is visible. Without a script, they are links to all of them; `enableTabs` of `browser/tabs.ts` makes them
 * tabs.
 */
export function tabs(label: string, parts: readonly (Tab & { readonly content: Markup })[]): Markup {
  return html`
    <div class="tabs" aria-label=${label} data-tabs="">${parts.map(
      ({ id, label: name, count }) =>
        html`<a href=${`#${id}`}>${name}${count === undefined ? null : html` <small>${count}</small>`}</a>`,
    )}</div>
    ${parts.map(({ id, content }) => html`<section id=${id}>${content}</section>`)}`;
}
