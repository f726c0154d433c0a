import type { Span } from '#http/message/input-error.ts';
import { button, buttonLink } from '#pages/components/button.ts';
import { codeLine } from '#pages/components/code-figure.ts';
import { samples } from '#pages/components/samples.ts';
import { html, type Markup } from '#pages/html.ts';
import type { IconName } from '#pages/icons.ts';
import { liveStyle } from '#pages/styles/notices.ts';
import { rowStyle } from '#pages/styles/rows.ts';
import type { ControlPage } from '../control-page.ts';
import { type ComparisonView, comparisonMarkup } from './comparison-markup.ts';
import { entryMarkup } from './detail-markup.ts';
import { detailStyle } from './detail-style.ts';
import type { Entry, Summary, SummaryPage } from './entry.ts';
import { filterBar } from './filter-bar.ts';
import { groupHeading, headCells, rowCells } from './list-row.ts';
import { listStyle, requestListStyle } from './list-style.ts';
import { buildHref, type Place } from './place.ts';
import { describeStart, FIRST_COLUMNS } from './request-cells.ts';

export interface InspectorContent {
  /** The latest entries, the newest first, with masked values; undefined if the page must not have them. */
  readonly list?: SummaryPage | undefined;
  /** The selected entry, with masked values. */
  readonly entry?: Entry | undefined;
  /** Two entries side by side. */
  readonly comparison?: ComparisonView | undefined;
  /** The bin that the page is limited to. */
  readonly bin?: string | undefined;
  readonly filter: string;
  /** The reason why there is no list, or no such entry. */
  readonly problem?: string | undefined;
  /** The part of the filter that is invalid. */
  readonly span?: Span | undefined;
  /** Whether the server records nothing. */
  readonly isOff?: boolean;
  /** The origin of the testing service. */
  readonly origin: string;
  /** The token of the forms, which work without the script; undefined without access. */
  readonly token: string | undefined;
  /** The key of the removal that the page offers to undo. */
  readonly undo: string | undefined;
}

/** Icons that the script adds. */
const ICONS: readonly IconName[] = [
  'check',
  'clock',
  'close',
  'compare',
  'copy',
  'dockb',
  'dockr',
  'down',
  'download',
  'edit',
  'filter',
  'info',
  'left',
  'link',
  'more',
  'note',
  'pause',
  'play',
  'plus',
  'resend',
  'right',
  'rule',
  'star',
  'trash',
];

/**
 * The inspector. Without JavaScript, it is a list of the latest requests, with a page for each, on which it precedes the list.
 * @param first what the page shows before the first request
 */
export function inspectorPage(content: InspectorContent, first = firstRequest(content.origin)): ControlPage {
  const { bin, comparison, entry, filter, isOff, origin, problem, span } = content;
  const detail = html`
    <section id="detail" aria-label="Selected request" hidden=${!entry}>${entry && entryMarkup(entry)}${entry && deleteForm(content, `Delete #${entry.id}`, { id: String(entry.id) })}</section>`;
  const list = requestList(content, first);
  return {
    name: 'inspector',
    layout: 'inspector',
    title: 'Inspector',
    stylesheet: requestListStyle + listStyle + detailStyle,
    parts: [rowStyle, liveStyle],
    icons: ICONS,
    images: 'blob:',
    isApp: true,
    hasForms: true,
    main: html`
      ${filterBar({ bin, filter, problem: isOff ? undefined : problem, span })}
      ${undoForm(content)}
      <div class=${entry ? 'panes with-detail' : 'panes'} id="view-list">
        ${entry ? [detail, list] : [list, detail]}
        <div id="splitter" class="scripted" role="slider" aria-orientation="vertical" aria-label="Width of the list" tabindex="0" aria-valuemin="25" aria-valuemax="75" aria-valuenow="46"></div>
      </div>
      <section id="comparison" aria-label="Comparison" hidden=${!comparison}>${comparison && comparisonMarkup(comparison, html`<div class="actions">${buttonLink('All requests', '/_sparring/inspector', { isSmall: true })}</div>`)}</section>
      <section id="labs" class="view" aria-label="Sequences and rate limits" hidden>
        <h2 class="vh">Sequences and rate limits</h2>
        <p>The keys of <code>/sequence/KEY</code> and <code>/limit/KEY</code>, the latest first. The <a href=${`${origin}/compose/builder`}>builder</a> composes their URLs.</p>
        <div class="labs"><div id="lab-list"></div><div id="lab-key"></div></div>
      </section>
      <dialog id="dialog" aria-label="Dialog"></dialog>
      <div id="toast" role="status"></div>`,
  };
}

/** A form that works without the script, which removes it. */
function plainForm(
  { bin, filter, token }: InspectorContent,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>>,
): Markup | null {
  if (token === undefined) return null;
  return html`
    <form class="unscripted" action="/_sparring/inspector/form" method="post">
      <input type="hidden" name="page-token" value=${token} />
      ${bin === undefined ? null : html`<input type="hidden" name="bin" value=${bin} />`}
      <input type="hidden" name="filter" value=${filter} />
      ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name=${field} value=${value} />`)}
      ${button(label, { name: 'action', value: action, kind: action === 'delete' ? 'danger' : undefined })}
    </form>`;
}

function deleteForm(
  content: InspectorContent,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Markup | null {
  return plainForm(content, 'delete', label, fields);
}

function undoForm(content: InspectorContent): Markup | null {
  const { undo } = content;
  return undo === undefined ? null : plainForm(content, 'undo', 'Undo the deletion', { undo });
}

function requestList(content: InspectorContent, first: Markup): Markup {
  const { bin, list, filter, isOff = false, entry } = content;
  const { requests: rows = [], starts = [], matched = 0 } = list ?? {};
  const label = filter === '' ? 'Delete all except marked' : `Delete the ${matched} shown`;
  return html`
    <section id="list" aria-label="Requests">
      <div id="hidden-entry" hidden></div>
      <div id="gist" hidden></div>
      <button class="btn primary" type="button" id="held" hidden></button>
      <div id="viewport">
        <div id="requests" role="grid" aria-label="Requests, the newest first" aria-rowcount=${rows.length + 1} hidden=${rows.length === 0}>
          ${gridContent(rows, starts, { bin, filter }, entry?.id)}
        </div>
        ${journalOff(isOff)}
        <div id="empty" class="empty" hidden=${isOff || list === undefined || rows.length > 0}>
          <div id="no-match" hidden=${filter === ''}><p><strong>${filter === '' ? '' : 'No request matches.'}</strong></p><p class="actions">${buttonLink('Clear the filter', buildHref({ bin }), { id: 'clear-filter' })}</p><p class="actions" id="without"></p></div>
          <div id="no-request" hidden=${filter !== ''}>${first}</div>
        </div>
        <p id="dropped" hidden></p>
      </div>
      ${rows.length === 0 ? null : deleteForm(content, label)}
    </section>`;
}

/** The head and the first rows, which the script replaces by those in view. */
function gridContent(
  rows: readonly Summary[],
  starts: SummaryPage['starts'],
  place: Partial<Place>,
  selected: number | undefined,
): Markup {
  const columns = FIRST_COLUMNS.map(({ name }) => name);
  const left = [...starts];
  // The newest first.
  const dividersBefore = (id: number) =>
    left
      .splice(left.findIndex((start) => start.id > id) >>> 0)
      .reverse()
      .map(
        ({ at }) =>
          html`<div role="row" class="row group">${groupHeading(describeStart(at), undefined, columns.length)}</div>`,
      );
  return html`
    <div role="rowgroup" class="head"><div role="row" class="row">${headCells({ columns, headers: [] })}</div></div>
    <div role="rowgroup" id="rows">${rows.map((entry) => [
      dividersBefore(entry.id),
      html`<div role="row" class="row" data-id=${entry.id} aria-selected=${String(entry.id === selected)}>${rowCells(entry, { columns, headers: [], href: buildHref({ ...place, id: entry.id }) })}</div>`,
    ])}</div>`;
}

function journalOff(isOff: boolean): Markup {
  return html`
    <div id="off" class="empty" hidden=${!isOff}>
      <h2>The journal is off, so no request is recorded.</h2>
      <p>By default, it is on at a loopback address and with a control token. Start the server with both settings:</p>
      ${codeLine('Command', 'sparring --journal 1000 --control-token TOKEN')}
      <p>In a container:</p>
      ${codeLine('Options of the container', '-e SPARRING_JOURNAL=1000 -e SPARRING_CONTROL_TOKEN=TOKEN')}
    </div>`;
}

/** How to send the first request, in several languages. */
function firstRequest(origin: string): Markup {
  const url = `${origin}/anything`;
  const codes = [
    ['curl', `curl --json '{"id":1}' ${url}`],
    ['JavaScript', `fetch('${url}', { method: 'POST', body: '{"id":1}' })`],
    ['Python', `requests.post('${url}', json={'id': 1})`],
  ] as const;
  return html`
    <h2>No request yet</h2>
    <p>Send one to the base URL. It is here at once.</p>
    ${codeLine('Base URL', origin)}
    ${samples(codes.map(([label, code]) => ({ label, content: codeLine(label, code) })))}
    <p class="actions">${button('Send one for me', { type: 'button', id: 'send-one', kind: 'primary', class: 'scripted' })}${buttonLink('New bin', '/_sparring/bins')}${buttonLink('First steps', `${origin}/docs/guides/start`, { kind: 'quiet' })}</p>`;
}
