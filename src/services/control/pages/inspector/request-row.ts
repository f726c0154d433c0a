import type { Html, Markup } from '../../../../http/pages/page.ts';
import { cellsOf, FIRST_COLUMNS, nameOf, splitTarget, toneOf } from './request-cells.ts';
import type { Summary } from './summary.ts';

/** A row of the list that the page has without JavaScript. */
export function requestRow(html: Html, entry: Summary, query: string): Markup {
  const cells = cellsOf(entry);
  const cell = ({ name }: (typeof FIRST_COLUMNS)[number]) => {
    if (name === 'id')
      return html`<span role="gridcell" class="id"><a href=${`/_sparring/inspector/${entry.id}${query}`} aria-label=${nameOf(entry)}>${entry.id}</a></span>`;
    const [start, end] = splitTarget(cells.target);
    const content = name === 'target' ? html`<span>${start}</span><span>${end}</span>` : cells[name];
    return html`<span role="gridcell" class=${`${name} ${toneOf(name, cells[name])}`.trim()}>${content}</span>`;
  };
  return html`<div role="row" class="row">${FIRST_COLUMNS.map(cell)}</div>`;
}
