import { html, type Markup } from '#pages/html.ts';
import { cellsOf, FIRST_COLUMNS, toneOf } from './request-cells.ts';
import { describeStart } from './start-text.ts';
import type { Summary, SummaryPage } from './summary.ts';

/** Without that of the connection, which the page of a request has. */
const COLUMNS = FIRST_COLUMNS.filter(({ name }) => name !== 'connection');

/** The list of requests that the page has before its script, or without it. Its rows are short, because there are many. */
export function plainTable(
  entries: readonly Summary[],
  starts: SummaryPage['starts'],
  query: string,
): Markup {
  const row = (entry: Summary) => {
    const cells = cellsOf(entry);
    return html`<tr>${COLUMNS.map(({ name }) =>
      name === 'id'
        ? html`<td><a href=${`/_sparring/inspector/${entry.id}${query}`}>${entry.id}</a></td>`
        : html`<td class=${toneOf(name, cells[name]) || undefined}>${cells[name]}</td>`,
    )}</tr>`;
  };
  // The newest first.
  const left = [...starts];
  const dividersBefore = (id: number) => {
    const passed = left.splice(left.findIndex((start) => start.id > id) >>> 0);
    return passed
      .reverse()
      .map(
        ({ at }) => html`<tr class="divider"><td colspan=${COLUMNS.length}>${describeStart(at)}</td></tr>`,
      );
  };
  return html`
    <table id="plain">
      <caption class="vh">Requests, the newest first</caption>
      <thead><tr>${COLUMNS.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
      <tbody>${entries.map((entry) => [dividersBefore(entry.id), row(entry)])}</tbody>
    </table>`;
}
