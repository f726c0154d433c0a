import { html, type Markup } from '../html.ts';

/** Terms with their descriptions, in two columns. */
export function factList(
  entries: readonly (readonly [term: Markup | string, description: unknown])[],
): Markup {
  return html`<dl class="facts">${entries.map(([term, description]) => html`<dt>${term}</dt><dd>${description}</dd>`)}</dl>`;
}
