import { html, type Markup } from '#pages/html.ts';
import type { Summary } from './entry.ts';
import { headCells, rowCells } from './list-row.ts';
import { type ColumnName, formatClock } from './request-cells.ts';

export type { Summary } from './entry.ts';
export { requestListStyle } from './list-style.ts';
export { formatClock };

/** What is the same for all rows of a page with few of them is left out. */
const COLUMNS: readonly ColumnName[] = [
  'id',
  'time',
  'method',
  'target',
  'extra',
  'status',
  'sent',
  'answered',
  'ms',
];

/**
 * The rows of the inspector, for a page that shows all of its requests at once. Each links to its page of the inspector.
 * @param requests the newest first
 * @param filter that of the inspector, to which the reader goes
 * @param isScripted whether the script shows them: rows without it are all that the page has, and no longer than they must be
 */
export function requestTable(
  requests: readonly Summary[],
  { filter, isScripted = false }: { readonly filter: string; readonly isScripted?: boolean },
): Markup {
  const options = { columns: COLUMNS, headers: [], ...(isScripted && { isStop: true }) };
  const hrefOf = (id: number) => `/_sparring/inspector/${id}?filter=${encodeURIComponent(filter)}`;
  return html`
    <div id="requests" role="grid" aria-label="Requests, the newest first" aria-rowcount=${requests.length + 1}>
      <div role="rowgroup" class="head"><div role="row" class="row">${headCells(options)}</div></div>
      <div role="rowgroup" id="rows">${requests.map(
        (entry) =>
          html`<div role="row" class="row" key=${entry.id} data-id=${entry.id}>${rowCells(withoutBin(entry), { ...options, href: hrefOf(entry.id) })}</div>`,
      )}</div>
    </div>`;
}

/** All rows have the bin of the page. */
function withoutBin({ bin: _, ...entry }: Summary): Summary {
  return entry;
}
