import { byId, find } from '#pages/browser/elements.ts';
import { show } from '#pages/browser/show.ts';
import type { Summary, SummaryPage } from '../../entry.ts';
import { headCells } from '../../list-row.ts';
import type { ColumnName } from '../../request-cells.ts';
import { createAxis, type Span, type TimeAxis } from '../../time-axis.ts';
import { arrange, firstAfter, isEntry, type ListItem } from '../common/list-order.ts';
import { FIRST_PREFERENCES, type Preferences } from '../common/preferences.ts';
import { findAttempts, type Gap, gapsOf } from './attempts.ts';
import { PlacedRows, type RowActions } from './placed-rows.ts';

/** Rows above and below the visible ones. */
const OVERSCAN = 12;

export interface ListActions extends RowActions {
  /** Shows an entry. */
  select(id: number): void;
  /** The number of new rows that wait, or the choice of the user, has changed. */
  changed(): void;
  /** The user has clicked on the head of a column by which the list can be sorted. */
  sort(column: 'ms' | 'sent' | 'answered'): void;
}

/** What the user has chosen for the list. */
export interface ListForm
  extends Pick<Preferences, 'timeForm' | 'columns' | 'headers' | 'groupBy' | 'sortBy' | 'density'> {
  /** Whether the list is the timeline: by connection, the oldest first, with wide bars on one axis. */
  readonly isTimeline: boolean;
}

/** What the list shows besides the entries. */
interface ListContext {
  readonly counts: Pick<SummaryPage, 'starts'>;
  /** What follows the entries. */
  readonly lost: readonly ListItem[];
}

const ROW_HEIGHTS = { compact: 24, normal: 28, large: 36 } as const;
const PHONE_ROW_HEIGHT = 57;

const TIMELINE_COLUMNS: readonly ColumnName[] = ['id', 'method', 'target', 'status', 'waterfall', 'ms'];

/** The list of entries, of which the document has the visible rows only. */
export class RequestList {
  readonly #viewport = byId('viewport');
  readonly #body = byId('rows');
  readonly #grid = byId('requests');
  readonly #heldButton = find(document, '#held', HTMLButtonElement);
  readonly #head = find(document, '#requests .head .row', HTMLElement);
  readonly #phone = matchMedia('(max-width: 719px)');
  readonly #rows: PlacedRows;
  readonly #actions: ListActions;
  readonly #chosen = new Set<number>();
  #latest: readonly Summary[] = [];
  #entries: readonly Summary[] = [];
  #starts: SummaryPage['starts'] = [];
  #lost: readonly ListItem[] = [];
  #form: ListForm = { ...FIRST_PREFERENCES, isTimeline: false };
  #order = arrange([], this.#form, [], []);
  #axis = createAxis([]);
  #axisKey = '';
  #zoom: Span | undefined;
  #gaps: ReadonlyMap<number, Gap> = new Map();
  #selected: number | undefined;
  /** A selected entry that the list does not have yet: it goes there when it has. */
  #sought: number | undefined;
  #rowHeight = 28;
  #isPointerOver = false;

  constructor(actions: ListActions) {
    this.#actions = actions;
    this.#rows = new PlacedRows(this.#body, actions);
    // The rows that the page had before its script.
    this.#head.replaceChildren();
    this.#phone.addEventListener('change', () => this.setForm(this.#form));
    this.#head.addEventListener('click', ({ target }) => {
      const name = target instanceof HTMLElement ? target.className : '';
      if (name === 'ms' || name === 'sent' || name === 'answered') actions.sort(name);
    });
    new ResizeObserver(() => this.#render()).observe(this.#viewport);
    this.#viewport.addEventListener('scroll', () => this.#render());
    for (const type of ['wheel', 'pointerdown'] as const)
      this.#viewport.addEventListener(type, () => this.#stopSeeking(), { passive: true });
    // With the button of new rows, which is above the list.
    const pane = byId('list');
    pane.addEventListener('pointerenter', ({ pointerType }) => {
      this.#isPointerOver = pointerType === 'mouse';
    });
    pane.addEventListener('pointerleave', () => {
      this.#isPointerOver = false;
      if (!this.#isHolding()) this.release();
    });
    this.#heldButton.addEventListener('click', () => this.release(true));
    this.#body.addEventListener('click', (event) => this.#click(event));
  }

  get selected(): number | undefined {
    return this.#selected;
  }

  /** The ids that the user has chosen. */
  get chosen(): readonly number[] {
    return [...this.#chosen];
  }

  /** Number of new rows that wait. */
  get held(): number {
    return this.#latest.length - firstAfter(this.#latest, this.#entries.at(-1)?.id ?? 0);
  }

  /** The axis of the bars. */
  get axis(): TimeAxis {
    return this.#axis;
  }

  /** The attempts that the selected entry belongs to. */
  get attempts(): readonly Summary[] {
    const selected = this.#selected === undefined ? undefined : this.#find(this.#selected);
    return selected ? findAttempts(this.#entries, selected) : [];
  }

  /**
   * Shows the entries. New ones wait while the user reads the list.
   * @param isNew whether these are other entries
   */
  show(entries: readonly Summary[], { counts: { starts }, lost }: ListContext, isNew = false): void {
    this.#latest = entries;
    this.#starts = starts;
    this.#lost = lost;
    const newest = this.#entries.at(-1)?.id ?? 0;
    // The user has selected a new one, such as a request that was sent again.
    const isSelectedNew = this.#selected !== undefined && this.#selected > newest && this.has(this.#selected);
    if (isNew || isSelectedNew || !this.#isHolding()) this.#setEntries(entries);
    else this.#setEntries(entries.slice(0, firstAfter(entries, newest)));
    for (const id of this.#chosen) if (!this.has(id)) this.#chosen.delete(id);
    if (!this.#body.classList.contains('placed')) {
      this.#body.replaceChildren();
      this.#body.classList.add('placed');
    }
    this.#showHeld();
    this.#render();
    if (this.#sought !== undefined && this.#order.indexOf(this.#sought) >= 0) {
      this.#scrollTo(this.#sought);
      this.#sought = undefined;
    }
  }

  /** Shows the new rows. @param scrolls whether the list goes to them. */
  release(scrolls = false): void {
    this.#setEntries(this.#latest);
    if (scrolls) this.#viewport.scrollTop = 0;
    this.#showHeld();
    this.#render();
  }

  /** Shows other columns, or another order. */
  setForm(form: ListForm): void {
    const isOther = form.isTimeline !== this.#form.isTimeline;
    this.#form = form.isTimeline
      ? { ...form, columns: TIMELINE_COLUMNS, headers: [], groupBy: 'connection', sortBy: 'newest' }
      : form;
    this.#rowHeight = this.#phone.matches ? PHONE_ROW_HEIGHT : ROW_HEIGHTS[form.density];
    this.#grid.dataset.density = form.density;
    this.#grid.classList.toggle('timeline', form.isTimeline);
    this.#grid.setAttribute(
      'aria-label',
      form.isTimeline
        ? 'Requests by connection, the oldest first'
        : form.sortBy === 'newest'
          ? 'Requests, the newest first'
          : 'Requests',
    );
    this.#axisKey = '';
    this.#zoom = undefined;
    this.#setEntries(this.#entries);
    if (isOther) this.#viewport.scrollTop = 0;
    this.#render(true);
    if (isOther && this.#selected !== undefined) this.#scrollTo(this.#selected);
  }

  /** Shows a part of the time, in the timeline. @param zoom undefined for all of it */
  setZoom(zoom: Span | undefined): void {
    this.#zoom = zoom;
    this.#axisKey = '';
    this.#render();
  }

  #setEntries(entries: readonly Summary[]): void {
    this.#entries = entries;
    this.#order = arrange(entries, this.#form, this.#starts, this.#lost);
    this.#gaps = this.#form.isTimeline ? gapsOf(this.attempts) : new Map();
  }

  select(id: number | undefined): void {
    this.#selected = id;
    this.#sought = undefined;
    if (id !== undefined && this.#order.indexOf(id) < 0) {
      if (this.has(id)) this.release();
      else this.#sought = id;
    }
    if (this.#form.isTimeline) this.#gaps = gapsOf(this.attempts);
    if (id !== undefined) this.#scrollTo(id);
    this.#render();
    if (this.#body.contains(document.activeElement)) this.focus();
  }

  /** Goes to a row, or to the first visible one if the list does not have it. */
  focus(id = this.#selected ?? 0): void {
    this.#scrollTo(id);
    this.#render();
    const first = this.#entryFrom(Math.ceil(this.#viewport.scrollTop / this.#rowHeight), 1);
    const link = this.#rows.linkOf(id) ?? this.#rows.linkOf(first?.id ?? 0);
    link?.focus({ preventScroll: true });
  }

  /** Chooses the selected row, or no longer. */
  choose(id = this.#selected): void {
    if (id === undefined) return;
    if (!this.#chosen.delete(id)) this.#chosen.add(id);
    this.#render();
    this.#actions.changed();
  }

  /** Selects a row that is so many rows after the selected one. */
  move(step: number): void {
    const index = this.#order.indexOf(this.#selected ?? 0);
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), this.#order.length - 1);
    const direction = step < 0 ? -1 : 1;
    const entry = this.#entryFrom(next, direction) ?? this.#entryFrom(next, -direction);
    if (entry) this.#actions.select(entry.id);
  }

  /** The entry that is next to the selected one when these are deleted: below it, else above it. */
  nextWithout(ids: ReadonlySet<number>): number | undefined {
    const index = this.#order.indexOf(this.#selected ?? 0);
    return (this.#entryFrom(index, 1, ids) ?? this.#entryFrom(index, -1, ids))?.id;
  }

  /** Whether the list has the entry, or will have it when new rows are shown. */
  has(id: number): boolean {
    return this.#find(id) !== undefined;
  }

  #find(id: number): Summary | undefined {
    const found = this.#latest[firstAfter(this.#latest, id) - 1];
    return found?.id === id ? found : undefined;
  }

  /** The entry at the place, or the first one after it in the direction, which is 1 or -1. @param without ids of others */
  #entryFrom(start: number, direction: number, without?: ReadonlySet<number>): Summary | undefined {
    for (let index = start; ; index += direction) {
      const item = this.#order.at(index);
      if (item === undefined || (isEntry(item) && !without?.has(item.id))) return item;
    }
  }

  #click(event: MouseEvent): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
    if (row?.dataset.id === undefined || event.button !== 0) return;
    const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
    // The browser opens the link in a new tab.
    if (isOnLink && (event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const id = Number(row.dataset.id);
    if (event.ctrlKey || event.metaKey || event.shiftKey) this.choose(id);
    else {
      this.#actions.select(id);
      this.#rows.linkOf(id)?.focus({ preventScroll: true });
    }
  }

  /** The user scrolls: the list does not go to the selected entry any more. */
  #stopSeeking(): void {
    this.#sought = undefined;
  }

  /** Rows must not move under the pointer, and not away from a reader. The first ones have nothing to move. */
  #isHolding(): boolean {
    if (this.#entries.length === 0) return false;
    const selection = getSelection();
    return (
      this.#isPointerOver ||
      this.#viewport.scrollTop > 0 ||
      this.#body.contains(document.activeElement) ||
      (selection !== null && !selection.isCollapsed && this.#body.contains(selection.anchorNode))
    );
  }

  #showHeld(): void {
    const count = this.held;
    this.#heldButton.hidden = count === 0;
    this.#heldButton.textContent = `${count} new ${count === 1 ? 'request' : 'requests'} ↑`;
  }

  /** Goes to a row that is not in view: by one row where it is the next one, else so that it is at a third of the height. */
  #scrollTo(id: number): void {
    const index = this.#order.indexOf(id);
    if (index < 0) return;
    const height = this.#viewport.clientHeight - this.#body.offsetTop;
    const top = index * this.#rowHeight;
    const above = this.#viewport.scrollTop - top;
    const below = top + this.#rowHeight - this.#viewport.scrollTop - height;
    const distance = Math.max(above, below);
    if (distance <= 0) return;
    // The document may have fewer rows than the list needs.
    this.#body.style.height = `${this.#order.length * this.#rowHeight}px`;
    if (distance > 2 * this.#rowHeight) this.#viewport.scrollTop = top - height / 3;
    else this.#viewport.scrollTop += above > 0 ? -above : below;
  }

  #render(isAll = false): void {
    const count = this.#order.length;
    // Before the changes, so that the browser computes the layout once.
    const first = Math.floor(this.#viewport.scrollTop / this.#rowHeight);
    const visible = Math.ceil(this.#viewport.clientHeight / this.#rowHeight);
    this.#grid.hidden = count === 0;
    this.#body.style.height = `${count * this.#rowHeight}px`;
    const start = Math.max(0, Math.min(first, count) - OVERSCAN);
    const end = Math.min(count, first + visible + OVERSCAN);
    this.#grid.setAttribute('aria-rowcount', String(count + 1));
    this.#updateAxis(first, first + visible, isAll);
    const isSelectedShown = this.#order.indexOf(this.#selected ?? 0) >= 0;
    const tabStop = isSelectedShown ? this.#selected : this.#entryFrom(Math.min(first, count - 1), 1)?.id;
    const rows: HTMLElement[] = [];
    for (let index = start; index < end; index++) {
      const item = this.#order.at(index);
      if (item) rows.push(this.#place(item, index, tabStop, isAll));
    }
    this.#rows.replace(rows);
  }

  /** The axis of the rows in view, or of all rows in the timeline. */
  #updateAxis(first: number, end: number, isAll: boolean): void {
    const now = Date.now();
    const spanOf = ({ at, ms, method }: Summary) => ({
      start: at,
      end: at + (ms ?? (method === undefined ? 0 : Math.max(0, now - at))),
    });
    const shown = this.#form.isTimeline ? this.#entries : this.#entriesBetween(first, end);
    const newest = shown.at(-1);
    const key = `${shown.length} ${shown[0]?.id} ${newest?.id} ${newest?.ms} ${this.#form.sortBy}`;
    const isSame = key === this.#axisKey;
    if (!isSame) this.#axis = createAxis(shown.map(spanOf), this.#zoom);
    this.#axisKey = key;
    if (isSame && !isAll) return;
    const { columns, headers, sortBy } = this.#form;
    show(
      this.#head,
      headCells({ columns, headers, axis: this.#axis }, { sorted: sortBy, isWide: this.#form.isTimeline }),
    );
  }

  #entriesBetween(first: number, end: number): Summary[] {
    const found: Summary[] = [];
    for (let index = first; index < Math.min(end, this.#order.length); index++) {
      const item = this.#order.at(index);
      if (item && isEntry(item)) found.push(item);
    }
    return found;
  }

  #place(item: ListItem, index: number, tabStop: number | undefined, isAll: boolean): HTMLElement {
    const state = {
      item,
      previous: this.#form.timeForm === 'gap' ? this.#order.at(index + 1) : undefined,
      axis: this.#axis,
      gap: isEntry(item) ? this.#gaps.get(item.id) : undefined,
      isStop: isEntry(item) && item.id === tabStop,
    };
    const row = this.#rows.fill(state, this.#form, isAll);
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    row.setAttribute('aria-rowindex', String(index + 2));
    if (!isEntry(item)) return row;
    row.setAttribute('aria-selected', String(item.id === this.#selected));
    row.classList.toggle('chosen', this.#chosen.has(item.id));
    row.classList.toggle('marked', item.marked ?? false);
    return row;
  }
}
