import { copyButton } from '../../../../http/pages/components.ts';
import type { Html, Markup } from '../../../../http/pages/page.ts';
import type { EntryView } from '../../../../journal/views/json-view.ts';
import type { ControlPage } from '../control-page.ts';
import { COLUMNS } from './request-cells.ts';
import { requestRow } from './request-row.ts';
import { inspectorStylesheet } from './stylesheet.ts';

export interface InspectorContent {
  /** The latest entries, the newest first, with masked values. */
  readonly entries: readonly EntryView[];
  readonly filter: string;
  /** The reason why there is no list. */
  readonly problem?: string | undefined;
  /** Names the node, if it is one of several. */
  readonly node: readonly string[];
  /** The origin of the testing service. */
  readonly origin: string;
}

/** The inspector. Without JavaScript, it is a list of the latest requests. */
export function inspectorPage(content: InspectorContent): ControlPage {
  return {
    name: 'inspector',
    title: 'Inspector',
    stylesheet: inspectorStylesheet,
    main: (html) => html`
      ${content.node.map((text) => html`<p class="notice">${text}</p>`)}
      ${filterForm(html, content)}
      <div class="columns">
        ${requestList(html, content)}
        <section id="detail" aria-label="Selected request" hidden></section>
      </div>
      <section id="comparison" aria-label="Comparison" hidden></section>
      <details id="timeline" class="scripted">
        <summary>Timeline by connection</summary>
        <div class="timeline"></div>
      </details>
      <details id="labs" class="scripted">
        <summary>Sequences and rate limits</summary>
        <p>The keys of <code>/sequence/KEY</code> and <code>/limit/KEY</code>, the latest first. The <a href=${`${content.origin}/compose/builder`}>builder</a> composes their URLs.</p>
        <div class="labs"><div id="lab-list"></div><div id="lab-key"></div></div>
      </details>
      <details id="bins" class="scripted">
        <summary>Bins</summary>
        <p>A bin separates the requests of one test from those of others. Each URL below <code>${content.origin}/bin/NAME/</code>, and each request with <code>Sparring-Bin: NAME</code>, belongs to the bin of this name.</p>
        <p class="actions"><button type="button" id="new-bin">New bin</button></p>
        <div id="bin-list"></div>
      </details>`,
  };
}

function filterForm(html: Html, { filter, problem }: InspectorContent): Markup {
  return html`
    <form id="filter-form" role="search">
      <div class="toolbar">
        <div class="field grow">
          <label for="filter">Filter</label>
          <input id="filter" name="filter" type="search" value=${filter} maxlength="1000" autocomplete="off" spellcheck=${false}
            placeholder="method:POST status:5xx path:/users* -path:/get" aria-describedby="filter-words filter-problem" />
        </div>
        <button id="apply-filter">Filter</button>
        <button type="button" id="pause" class="scripted" aria-pressed="false">Pause</button>
        <button type="button" id="save-har" class="scripted">Save HAR</button>
        <button type="button" id="clear" class="scripted">Clear</button>
      </div>
      <p id="filter-problem" class="bad">${problem}</p>
      <p id="filter-words" class="filter-words">All words must match: <code>method:</code> <code>path:</code> <code>status:</code> <code>header:</code> <code>body:</code> <code>bin:</code> <code>fault:</code> <code>lab:</code> <code>endpoint:</code> <code>protocol:</code> <code>connection:</code>, or a text; <code>-</code> excludes, <code>*</code> is any text.<span class="scripted"> Keys: <kbd>j</kbd> <kbd>k</kbd> select, <kbd>/</kbd> filter, <kbd>c</kbd> copies as curl, <kbd>Esc</kbd> closes.</span></p>
      <p id="state" class="soft scripted"></p>
    </form>`;
}

function requestList(html: Html, { entries, filter, origin }: InspectorContent): Markup {
  return html`
    <section aria-label="Requests">
      <div id="viewport" tabindex="0" role="region" aria-label="List of requests">
        <table id="requests">
          <caption class="unseen">Requests, the newest first</caption>
          <thead><tr>${COLUMNS.map(({ name, label }) => html`<th scope="col" class=${name}>${label}</th>`)}</tr></thead>
          <tbody>${entries.map((entry) => requestRow(html, entry))}</tbody>
        </table>
        <div id="empty" hidden=${entries.length > 0}>
          <p><strong>${filter === '' ? 'No request yet.' : 'No request matches.'}</strong> Send one:</p>
          <ul class="rows"><li><pre><code>curl -i ${origin}/get</code></pre> ${copyButton(html, '')}</li></ul>
        </div>
      </div>
    </section>`;
}
