import type { Span } from '#http/message/input-error.ts';
import { button, iconButton } from '#pages/components/button.ts';
import { icon } from '#pages/components/icon.ts';
import { segmentedControl } from '#pages/components/segmented-control.ts';
import { html, type Markup } from '#pages/html.ts';

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'labs', label: 'Keys' },
] as const;

interface FilterBarContent {
  /** The bin that the page is limited to. */
  readonly bin: string | undefined;
  readonly filter: string;
  /** Why the filter is invalid, or the address names no entry. */
  readonly problem: string | undefined;
  /** The part of the filter that is invalid. */
  readonly span: Span | undefined;
}

/** The two bars above the list: the view, the filter and the tools; the words of the filter, and what the list counts. */
export function filterBar({ bin, filter, problem, span }: FilterBarContent): Markup {
  return html`
    <div class="bars">
      <div class="bar">
        <div id="views" class="scripted">${segmentedControl({ name: 'view', legend: 'View', segments: VIEWS, value: 'list' })}</div>
        <form id="filter-form" role="search" action="/_sparring/inspector">
          ${bin === undefined ? null : html`<input type="hidden" name="bin" value=${bin} />`}
          <label class="with-icon">${icon('filter')}<input class="in mono" id="filter" aria-label="Filter" name="filter" role="combobox" aria-expanded="false" aria-controls="completions" aria-autocomplete="list"
            value=${filter} maxlength="1000" autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder="Filter: method:POST  status:>=400  text in the path" aria-describedby="filter-problem" /><kbd class="scripted">/</kbd></label>
          <div class="pop" id="completions" role="listbox" aria-label="Completions" hidden></div>
          ${button('Filter', { id: 'apply-filter' })}
        </form>
        <span id="state" class="live off scripted" role="status">Connecting…</span>
        ${button('Try now', { type: 'button', id: 'retry', isSmall: true, class: 'scripted', hidden: true })}
        <div class="tools scripted" role="toolbar" aria-label="Tools">
          ${iconButton('pause', 'Pause (p)', { id: 'pause', isSmall: true, 'aria-pressed': 'false' })}
          ${iconButton('download', 'Save the shown requests as HAR', { id: 'save-har', isSmall: true, class: 'wide-only' })}
          ${iconButton('columns', 'View', { isSmall: true, popovertarget: 'view-menu' })}<div class="pop" id="view-menu" popover></div>
          ${iconButton('more', 'More actions', { isSmall: true, popovertarget: 'more-menu' })}<div class="pop" id="more-menu" popover></div>
        </div>
      </div>
      <div class="bar counts">
        ${bin === undefined ? null : html`<span class="chip"><b>bin:</b>${bin}</span>`}
        <span id="chips" class="scripted" role="toolbar" aria-label="Words of the filter"></span>
        <div class="pop left" id="values-menu" popover></div>
        <span class="count scripted"><span id="count"></span><span id="own-count" hidden> · ${button('', { type: 'button', id: 'own', kind: 'quiet', class: 'link' })}</span></span>
      </div>
      <p id="filter-problem" class="err" role="alert">${filterProblem(filter, span, problem)}</p>
    </div>`;
}

/** Number of characters that are shown before and after the invalid part, and at most of it. */
const NEAR = 40;
const MAX_MARKED = 80;

/** Why the filter is invalid, after its invalid part, which is marked, and what is around it; each is cut to what fits. */
export function filterProblem(filter: string, span: Span | undefined, problem: string | undefined): Markup {
  if (span === undefined) return html`${problem}`;
  const { start, end } = span;
  const before = `${start > NEAR ? '…' : ''}${filter.slice(Math.max(0, start - NEAR), start)}`;
  const marked = shorten(filter.slice(start, end), MAX_MARKED);
  return html`<code>${before}<u>${marked}</u>${shorten(filter.slice(end), NEAR)}</code> ${problem}`;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
