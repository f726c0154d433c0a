import type { Span } from '#http/message/input-error.ts';
import { button } from '#pages/components/button.ts';
import { codeLine } from '#pages/components/code-figure.ts';
import { html, type Markup } from '#pages/html.ts';
import type { ControlPage } from '../control-page.ts';
import { type ComparisonView, comparisonMarkup } from './comparison-markup.ts';
import type { Entry } from './entry.ts';
import { entryMarkup } from './entry-markup.ts';
import { markFilter } from './marked-filter.ts';
import { plainTable } from './plain-table.ts';
import { inspectorStylesheet } from './stylesheet.ts';
import type { SummaryPage } from './summary.ts';

export interface InspectorContent {
  /** The latest entries, the newest first, with masked values; undefined if the page must not have them. */
  readonly list?: SummaryPage | undefined;
  /** The selected entry, with masked values. */
  readonly entry?: Entry | undefined;
  /** Two entries side by side. */
  readonly comparison?: ComparisonView | undefined;
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

/** The inspector. Without JavaScript, it is a list of the latest requests, with a page for each. */
export function inspectorPage(content: InspectorContent): ControlPage {
  const { comparison, entry, origin } = content;
  return {
    name: 'inspector',
    title: 'Inspector',
    stylesheet: inspectorStylesheet,
    images: 'blob:',
    isApp: true,
    hasForms: true,
    main: html`
      ${filterForm(content)}
      <div id="undo" class="banner" hidden></div>
      ${deleteForm(content)}
      <div class=${entry ? 'panes with-detail' : 'panes'} id="view-list">
        ${requestList(content)}
        <div id="splitter" class="scripted" role="slider" aria-orientation="horizontal" aria-label="Width of the list" tabindex="0" aria-valuemin="30" aria-valuemax="70" aria-valuenow="55"></div>
        <section id="detail" aria-label="Selected request" hidden=${!entry}>${entry && entryMarkup(entry)}</section>
      </div>
      <section id="comparison" aria-label="Comparison" hidden=${!comparison}>${comparison && comparisonMarkup(comparison)}</section>
      <section id="timeline" class="view" aria-label="Timeline by connection" hidden><div class="timeline"></div></section>
      <section id="labs" class="view" aria-label="Sequences and rate limits" hidden>
        <h2 class="vh">Sequences and rate limits</h2>
        <p>The keys of <code>/sequence/KEY</code> and <code>/limit/KEY</code>, the latest first. The <a href=${`${origin}/compose/builder`}>builder</a> composes their URLs.</p>
        <div class="labs"><div id="lab-list"></div><div id="lab-key"></div></div>
      </section>
      <section id="bins" class="view" aria-label="Bins" hidden>
        <p>A bin separates the requests of one test from those of others. Each URL below <code>${origin}/bin/NAME/</code>, and each request with <code>Sparring-Bin: NAME</code>, belongs to the bin of this name.</p>
        <p class="actions"><button class="btn" type="button" id="new-bin">New bin</button></p>
        <div id="bin-list"></div>
      </section>
      <dialog id="dialog" aria-label="Dialog"></dialog>`,
  };
}

/** Deletes and restores without a script, which removes the form. */
function deleteForm({ entry, filter, list, token, undo }: InspectorContent): Markup | null {
  if (token === undefined || list === undefined) return null;
  const choice = (label: string, name: string, fields: Readonly<Record<string, string>>) => html`
    <form action="/_sparring/inspector/form" method="post">
      <input type="hidden" name="page-token" value=${token} />
      <input type="hidden" name="filter" value=${filter} />
      ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name=${field} value=${value} />`)}
      ${button(label, { name: 'action', value: name, kind: name === 'delete' ? 'danger' : undefined })}
    </form>`;
  const label = filter === '' ? 'Delete all except marked' : `Delete the ${list.matched} shown`;
  return html`
    <div class="unscripted">
      ${undo === undefined ? null : choice('Undo the deletion', 'undo', { undo })}
      ${entry === undefined ? null : choice(`Delete #${entry.id}`, 'delete', { id: String(entry.id) })}
      ${list.matched === 0 ? null : choice(label, 'delete', {})}
    </div>`;
}

const VIEWS = [
  ['list', 'List'],
  ['timeline', 'Timeline'],
  ['labs', 'Keys'],
  ['bins', 'Bins'],
] as const;

function filterForm({ filter, problem, span, isOff }: InspectorContent): Markup {
  const [before, marked, after] = span ? markFilter(filter, span) : [];
  return html`
    <form id="filter-form" role="search" action="/_sparring/inspector">
      <div class="tools">
        <input class="in" id="filter" name="filter" type="search" aria-label="Filter" value=${filter} maxlength="1000" autocomplete="off" spellcheck=${false}
          placeholder="Filter: method:POST path:/users* status:>=400 -is:again" aria-describedby="filter-problem" list="filter-words" />
        <datalist id="filter-words"></datalist>
        <button class="btn" id="apply-filter">Filter</button>
        <div class="tools-right scripted" role="toolbar" aria-label="Tools">
        <button type="button" class="btn quiet scripted" popovertarget="values-menu">Values</button><div class="drop" id="values-menu" popover></div>
        <button type="button" class="btn quiet scripted wide-only" popovertarget="filters-menu">Saved</button><div class="drop" id="filters-menu" popover></div>
        <button type="button" id="pause" class="btn quiet scripted" aria-pressed="false">Pause</button>
        <label class="check scripted wide-only"><input type="checkbox" id="follow" /> Follow</label>
        <button type="button" class="btn quiet scripted" popovertarget="view-menu">View</button><div class="drop" id="view-menu" popover></div>
        <button type="button" id="save-har" class="btn quiet scripted wide-only">Save HAR</button>
        <button type="button" class="btn quiet danger scripted" popovertarget="delete-menu">Delete</button><div class="drop" id="delete-menu" popover></div>
        <button type="button" id="keys-help" class="btn quiet icon scripted wide-only" aria-label="Keys">?</button>
        </div>
      </div>
      <div class="status">
      <div class="status-line">
        <span id="views" class="scripted" role="toolbar" aria-label="Views">${VIEWS.map(([name, label]) => html`<button class="btn quiet sm" type="button" data-view=${name} aria-pressed=${name === 'list' ? 'true' : 'false'}>${label}</button>`)}</span>
        <span id="state" class="scripted" role="status"></span>
        <button type="button" id="retry" class="btn quiet sm link scripted" hidden>Retry now</button>
        <button type="button" id="own" class="btn quiet sm link scripted" hidden></button>
      </div>
      <div id="chips" class="scripted" role="toolbar" aria-label="Words of the filter" hidden></div>
      </div>
      <p id="filter-problem" class="err" role="alert">${marked === undefined ? null : html`<code>${before}<u>${marked}</u>${after}</code> `}${isOff ? undefined : problem}</p>
    </form>`;
}

function requestList({ list, filter, origin, isOff = false }: InspectorContent): Markup {
  const { requests: rows = [], starts = [] } = list ?? {};
  const query = filter === '' ? '' : `?filter=${encodeURIComponent(filter)}`;
  return html`
    <section id="list" aria-label="Requests">
      <button class="btn primary" type="button" id="held" hidden></button>
      <div id="viewport">
        ${rows.length === 0 ? null : plainTable(rows, starts, query)}
        <div id="requests" role="grid" aria-label="Requests, the newest first" aria-rowcount="1" hidden>
          <div role="rowgroup" class="head"><div role="row" class="row"></div></div>
          <div role="rowgroup" id="rows"></div>
        </div>
        <div id="off" hidden=${!isOff}>
          <p><strong>The journal is off, so no request is recorded.</strong></p>
          <p>By default, it is on at a loopback address and with a control token. Start the server with both settings:</p>
          ${codeLine('Command', 'sparring --journal 1000 --control-token TOKEN')}
          <p>In a container:</p>
          ${codeLine('Options of the container', '-e SPARRING_JOURNAL=1000 -e SPARRING_CONTROL_TOKEN=TOKEN')}
        </div>
        <div id="empty" hidden=${isOff || list === undefined || rows.length > 0}>
          <div id="no-match" hidden=${filter === ''}><p><strong>${filter === '' ? '' : 'No request matches.'}</strong></p><p class="actions"><a class="btn" id="clear-filter" href="/_sparring/inspector">Clear the filter</a></p><p class="actions" id="without"></p></div>
          <div id="no-request" hidden=${filter !== ''}>
            <p><strong>No request yet.</strong> Send one:</p>
            ${codeLine('Command', `curl -i ${origin}/get`)}
            <p class="actions"><button type="button" id="send-one" class="btn primary scripted">Send one for me</button></p>
          </div>
        </div>
        <p id="dropped" class="soft" hidden></p>
      </div>
    </section>`;
}
