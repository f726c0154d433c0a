import { el } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import type { Summary, SummaryPage } from '../../summary.ts';
import { firstAfter } from '../common/entry-order.ts';
import { arrange, isEntry, isGroup, type ListItem } from '../common/list-order.ts';
import { FIRST_PREFERENCES, type Preferences } from '../common/preferences.ts';
import { fillGroupRow, fillRow, headCells, linkOf } from './list-row.ts';

/** Rows above and below the visible ones. */
const OVERSCAN = 12;

export interface ListActions {
  /** Shows an entry. */
  select(id: number): void;
  /** The address of the page of an entry. */
  hrefOf(id: number): string;
  /** The number of new rows that wait, or the choice of the user, has changed. */
  changed(): void;
  /** The user has clicked on the head of a column by which the list can be sorted. */
  sort(column: 'ms' | 'sent' | 'answered'): void;
}

/** What the user has chosen for the list. */
export type ListForm = Pick<
  Preferences,
  'timeForm' | 'columns' | 'headers' | 'groupBy' | 'sortBy' | 'density'
>;

/** What the list shows besides the entries. */
interface ListContext {
  readonly counts: Pick<SummaryPage, 'starts'>;
  /** What follows the entries. */
  readonly lost: readonly ListItem[];
}

interface PlacedRow {
  readonly item: ListItem;
  readonly previous: ListItem | undefined;
  readonly row: HTMLElement;
}

const ROW_HEIGHTS = { compact: 24, normal: 28, large: 36 } as const;
const PHONE_ROW_HEIGHT = 56;

/** The list of entries, of which the document has the visible rows only. */
export class RequestList {
  readonly #viewport = find(document, '#viewport', HTMLElement);
  readonly #body = find(document, '#rows', HTMLElement);
  readonly #grid = find(document, '#requests', HTMLElement);
  readonly #heldButton = find(document, '#held', HTMLButtonElement);
  readonly #head = find(document, '#requests .head .row', HTMLElement);
  readonly #phone = matchMedia('(max-width: 719px)');
  /** By the id of the entry, or the name of the group. */
  readonly #rows = new Map<number | string, PlacedRow>();
  readonly #actions: ListActions;
  readonly #chosen = new Set<number>();
  #latest: readonly Summary[] = [];
  #entries: readonly Summary[] = [];
  #starts: SummaryPage['starts'] = [];
  #lost: readonly ListItem[] = [];
  #form: ListForm = FIRST_PREFERENCES;
  #order = arrange([], this.#form, [], []);
  #selected: number | undefined;
  #rowHeight = 28;
  #isPointerOver = false;

  constructor(actions: ListActions) {
    this.#actions = actions;
    this.setForm(this.#form);
    this.#phone.addEventListener('change', () => this.setForm(this.#form));
    this.#head.addEventListener('click', ({ target }) => {
      const name = target instanceof HTMLElement ? target.className : '';
      if (name === 'ms' || name === 'sent' || name === 'answered') actions.sort(name);
    });
    new ResizeObserver(() => this.#render()).observe(this.#viewport);
    this.#viewport.addEventListener('scroll', () => this.#render());
    // With the button of new rows, which is above the list.
    const pane = find(document, '#list', HTMLElement);
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
    const isSelectedNew =
      this.#selected !== undefined && this.#selected > newest && this.#has(this.#selected);
    if (isNew || isSelectedNew || !this.#isHolding()) this.#setEntries(entries);
    else this.#setEntries(entries.slice(0, firstAfter(entries, newest)));
    for (const id of this.#chosen) if (!this.#has(id)) this.#chosen.delete(id);
    // The rows that the page had before its script.
    document.querySelector('#plain')?.remove();
    this.#showHeld();
    this.#render();
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
    this.#form = form;
    this.#rowHeight = this.#phone.matches ? PHONE_ROW_HEIGHT : ROW_HEIGHTS[form.density];
    this.#grid.dataset.density = form.density;
    this.#head.replaceChildren(...headCells(form));
    this.#grid.setAttribute(
      'aria-label',
      form.sortBy === 'newest' ? 'Requests, the newest first' : 'Requests',
    );
    this.#setEntries(this.#entries);
    this.#render(true);
  }

  #setEntries(entries: readonly Summary[]): void {
    this.#entries = entries;
    this.#order = arrange(entries, this.#form, this.#starts, this.#lost);
  }

  select(id: number | undefined): void {
    this.#selected = id;
    if (id !== undefined && this.#order.indexOf(id) < 0 && this.#has(id)) this.release();
    if (id !== undefined) this.#scrollTo(id);
    this.#render();
    if (this.#body.contains(document.activeElement)) this.focus();
  }

  focus(): void {
    const first = this.#entryFrom(Math.ceil(this.#viewport.scrollTop / this.#rowHeight), 1);
    linkOf(this.#rows.get(this.#selected ?? 0)?.row ?? this.#rows.get(first?.id ?? 0)?.row)?.focus({
      preventScroll: true,
    });
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

  /** The entry at the place, or the first one after it in the direction, which is 1 or -1. */
  #entryFrom(start: number, direction: number): Summary | undefined {
    for (let index = start; ; index += direction) {
      const item = this.#order.at(index);
      if (item === undefined || isEntry(item)) return item;
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
      linkOf(this.#rows.get(id)?.row)?.focus({ preventScroll: true });
    }
  }

  /** Rows must not move under the pointer, and not away from a reader. */
  #isHolding(): boolean {
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

  #has(id: number): boolean {
    return this.#latest[firstAfter(this.#latest, id) - 1]?.id === id;
  }

  #scrollTo(id: number): void {
    const index = this.#order.indexOf(id);
    if (index < 0) return;
    const [top, height] = [index * this.#rowHeight, this.#viewport.clientHeight - this.#body.offsetTop];
    if (top < this.#viewport.scrollTop) this.#viewport.scrollTop = top;
    else if (top + this.#rowHeight > this.#viewport.scrollTop + height)
      this.#viewport.scrollTop = top + this.#rowHeight - height;
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
    const rendered = new Set<number | string>();
    const isSelectedShown = this.#order.indexOf(this.#selected ?? 0) >= 0;
    const tabStop = isSelectedShown ? this.#selected : this.#entryFrom(Math.min(first, count - 1), 1)?.id;
    let next = this.#body.firstElementChild;
    for (let index = start; index < end; index++) {
      const item = this.#order.at(index);
      if (!item) continue;
      rendered.add(keyOf(item));
      const row = this.#place(item, index, isAll);
      const link = linkOf(row);
      if (link && isEntry(item)) link.tabIndex = item.id === tabStop ? 0 : -1;
      if (row === next) next = row.nextElementSibling;
      else this.#body.insertBefore(row, next);
    }
    for (const [key, { row }] of this.#rows) {
      if (rendered.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
    }
  }

  #place(item: ListItem, index: number, isAll: boolean): HTMLElement {
    const previous = this.#order.at(index + 1);
    const known = this.#rows.get(keyOf(item));
    const row = known?.row ?? newRow(item);
    const isChanged =
      !known || known.item !== item || (this.#form.timeForm === 'gap' && known.previous !== previous);
    if (isChanged || isAll) {
      this.#fill(row, item, previous);
      this.#rows.set(keyOf(item), { item, previous, row });
    }
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    row.setAttribute('aria-rowindex', String(index + 2));
    if (!isEntry(item)) return row;
    row.setAttribute('aria-selected', String(item.id === this.#selected));
    row.classList.toggle('chosen', this.#chosen.has(item.id));
    return row;
  }

  #fill(row: HTMLElement, item: ListItem, previous: ListItem | undefined): void {
    const { columns, headers, timeForm } = this.#form;
    if (isGroup(item)) fillGroupRow(row, item, columns.length + headers.length);
    else
      fillRow(row, isEntry(item) ? item : item.lost, {
        columns,
        headers,
        timeForm,
        previous: previous && isEntry(previous) ? previous : undefined,
        href: isEntry(item) ? this.#actions.hrefOf(item.id) : undefined,
      });
  }
}

function keyOf(item: ListItem): number | string {
  if (isGroup(item)) return `${item.start ?? ''} ${item.group}`;
  return isEntry(item) ? item.id : `lost ${item.lost.at} ${item.lost.id}`;
}

function newRow(item: ListItem): HTMLElement {
  if (isEntry(item)) return el('div', { role: 'row', class: 'row', 'data-id': item.id });
  return el('div', { role: 'row', class: isGroup(item) ? 'row group' : 'row lost' });
}
