import { method, status } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Summary } from '../inspector/entry.ts';
import { type Ended, formatClock, formatDuration, outcomeOf, statusOf } from '../inspector/request-cells.ts';

/** What a short list shows of a request. */
export type RequestRow = Ended & Pick<Summary, 'id' | 'at' | 'method' | 'target' | 'ms'>;

/** Requests, one line each, with links to the inspector. */
export function requestRows(label: string, rows: readonly RequestRow[]): Markup {
  return html`
    <ol class="mini" aria-label=${label}>${rows.map(
      (row) => html`
        <li class="row" key=${row.id}><span class="c-time">${localTime(row.at)}</span><span>${row.method === undefined ? null : method(row.method)}</span><span class="c-t"><a href=${`/_sparring/inspector/${row.id}`} title=${row.target}>${row.target}</a></span><span>${statusCell(row)}</span><span class="c-dur">${row.ms === undefined ? '' : formatDuration(row.ms)}</span></li>`,
    )}</ol>`;
}

/** How a request ended, with the shape of its status. @param isPlain whether it has no tint */
export function statusCell(row: Ended, isPlain = false): Markup | string {
  const outcome = outcomeOf(row);
  return outcome === undefined ? statusOf(row) : status(outcome, statusOf(row), isPlain);
}

/** A time of day with milliseconds, in the time zone of the reader. */
function localTime(milliseconds: number): Markup {
  return html`<time datetime=${new Date(milliseconds).toISOString()}>${formatClock(milliseconds)}</time>`;
}

/** The style of these rows. */
export const requestRowStyle = `
.mini { --cols: 92px 60px minmax(0, 1fr) 88px 64px; } .mini .row { padding: 0; } .mini .c-time { color: var(--ink-2); } .mini .c-dur { text-align: right; } .mini .c-t a { color: var(--ink); } .mini .s2 { padding-left: 6px; }
@media (max-width: 719px) { .mini { --cols: 60px minmax(0, 1fr) 88px; } .mini .row { height: 32px; } .mini :is(.c-time, .c-dur) { display: none; } }
`;
