import type { Html, Markup } from '../../../../http/pages/page.ts';
import type { EntryView } from '../../../../journal/views/json-view.ts';
import { COLUMNS, cellsOf } from './request-cells.ts';

/** A row of the list that the page has without JavaScript. */
export function requestRow(html: Html, entry: EntryView): Markup {
  const cells = cellsOf(entry);
  return html`<tr>${COLUMNS.map(({ name }) => html`<td class=${name}>${shorten(cells[name])}</td>`)}</tr>`;
}

/** The page has many rows, and a target can have 64 KiB. */
function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

const MAX_LENGTH = 200;
