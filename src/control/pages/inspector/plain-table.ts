import { html, type Markup } from '#pages/html.ts';
import { cellsOf, FIRST_COLUMNS, toneOf } from './request-cells.ts';
import type { Summary } from './summary.ts';

/** Without that of the connection, which the page of a request has. */
const COLUMNS = FIRST_COLUMNS.filter(({ name }) => name !== 'connection');

/** The list of requests that the page has before its script, or without it. Its rows are short, because there are many. */
export function plainTable(entries: readonly Summary[], query: string): Markup {
  const row = (entry: Summary) => {
    const cells = cellsOf(entry);
    return html`<tr>${COLUMNS.map(({ name }) =>
      name === 'id'
        ? html`<td><a href=${`/_sparring/inspector/${entry.id}${query}`}>${entry.id}</a></td>`
        : html`<td class=${toneOf(name, cells[name]) || undefined}>${cells[name]}</td>`,
    )}</tr>`;
  };
  return html`
    <table id="plain">
      <caption class="unseen">Requests, the newest first</caption>
      <thead><tr>${COLUMNS.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
      <tbody>${entries.map(row)}</tbody>
    </table>`;
}
