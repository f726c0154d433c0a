import { el } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Summary } from '../summary.ts';
import { firstAfter } from './entry-order.ts';
import { fillRow, linkOf, type TimeForm } from './list-row.ts';

/** Rows above and below the visible ones. */
const OVERSCAN = 12;

export interface ListActions {
  /** Shows an entry. */
  select(id: number): void;
  /** The address of the page of an entry. */
  hrefOf(id: number): string;
  /** The number of new rows that wait, or the choice of the user, has changed. */
  changed(): void;
}

/** The list of entries, the newest first, of which the document has the visible rows only. */
export class RequestList {
  readonly #viewport = find(document, '#viewport', HTMLElement);
  readonly #body = find(document, '#rows', HTMLElement);
  readonly #grid = find(document, '#requests', HTMLElement);
  readonly #heldButton = find(document, '#held', HTMLButtonElement);
  readonly #rows = new Map<
    number,
    { entry: Summary; previous: Summary | undefined; readonly row: HTMLElement }
  >();
  readonly #actions: ListActions;
  readonly #chosen = new Set<number>();
  #latest: readonly Summary[] = [];
  #entries: readonly Summary[] = [];
  #selected: number | undefined;
  #timeForm: TimeForm = 'clock';
  #rowHeight = 28;
  #isPointerOver = false;

  constructor(actions: ListActions) {
    this.#actions = actions;
    const phone = matchMedia('(max-width: 719px)');
    const measure = () => {
      this.#rowHeight = phone.matches ? 56 : 28;
      this.#render(true);
    };
    this.#body.replaceChildren();
    this.#rowHeight = phone.matches ? 56 : 28;
    phone.addEventListener('change', measure);
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

  /** Shows the entries. New ones wait while the user reads the list. @param isNew whether these are other entries. */
  show(entries: readonly Summary[], isNew = false): void {
    this.#latest = entries;
    const newest = this.#entries.at(-1)?.id ?? 0;
    if (isNew || !this.#isHolding()) this.#entries = entries;
    else this.#entries = entries.slice(0, firstAfter(entries, newest));
    for (const id of this.#chosen) if (!this.#has(id)) this.#chosen.delete(id);
    this.#showHeld();
    this.#render();
  }

  /** Shows the new rows. @param scrolls whether the list goes to them. */
  release(scrolls = false): void {
    this.#entries = this.#latest;
    if (scrolls) this.#viewport.scrollTop = 0;
    this.#showHeld();
    this.#render();
  }

  setTimeForm(form: TimeForm): void {
    this.#timeForm = form;
    this.#render(true);
  }

  select(id: number | undefined): void {
    this.#selected = id;
    if (id !== undefined && this.#indexOf(id) < 0 && this.#has(id)) this.release();
    if (id !== undefined) this.#scrollTo(id);
    this.#render();
    if (this.#body.contains(document.activeElement)) this.focus();
  }

  focus(): void {
    const first = this.#at(Math.ceil(this.#viewport.scrollTop / this.#rowHeight));
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
    const index = this.#indexOf(this.#selected ?? 0);
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), this.#entries.length - 1);
    const entry = this.#at(next);
    if (entry) this.#actions.select(entry.id);
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

  #at(index: number): Summary | undefined {
    return this.#entries[this.#entries.length - 1 - index];
  }

  #indexOf(id: number): number {
    const place = firstAfter(this.#entries, id) - 1;
    return this.#entries[place]?.id === id ? this.#entries.length - 1 - place : -1;
  }

  #scrollTo(id: number): void {
    const index = this.#indexOf(id);
    if (index < 0) return;
    const [top, height] = [index * this.#rowHeight, this.#viewport.clientHeight - this.#body.offsetTop];
    if (top < this.#viewport.scrollTop) this.#viewport.scrollTop = top;
    else if (top + this.#rowHeight > this.#viewport.scrollTop + height)
      this.#viewport.scrollTop = top + this.#rowHeight - height;
  }

  #render(isAll = false): void {
    const count = this.#entries.length;
    this.#grid.hidden = count === 0;
    this.#body.style.height = `${count * this.#rowHeight}px`;
    const first = Math.floor(this.#viewport.scrollTop / this.#rowHeight);
    const visible = Math.ceil(this.#viewport.clientHeight / this.#rowHeight);
    const start = Math.max(0, Math.min(first, count) - OVERSCAN);
    const end = Math.min(count, first + visible + OVERSCAN);
    this.#grid.setAttribute('aria-rowcount', String(count + 1));
    const shown = new Set<number>();
    const isSelectedShown = this.#indexOf(this.#selected ?? 0) >= 0;
    const tabStop = isSelectedShown ? this.#selected : this.#at(Math.min(first, count - 1))?.id;
    let next = this.#body.firstElementChild;
    for (let index = start; index < end; index++) {
      const entry = this.#at(index);
      if (!entry) continue;
      shown.add(entry.id);
      const row = this.#place(entry, index, isAll, entry.id === tabStop);
      if (row === next) next = row.nextElementSibling;
      else this.#body.insertBefore(row, next);
    }
    for (const [id, { row }] of this.#rows) {
      if (shown.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
  }

  #place(entry: Summary, index: number, isAll: boolean, isTabStop: boolean): HTMLElement {
    const previous = this.#at(index + 1);
    const known = this.#rows.get(entry.id);
    const row = known?.row ?? el('div', { role: 'row', class: 'row', 'data-id': entry.id });
    const isChanged =
      !known || known.entry !== entry || (this.#timeForm === 'gap' && known.previous !== previous);
    if (isChanged || isAll) {
      fillRow(row, entry, { timeForm: this.#timeForm, previous, href: this.#actions.hrefOf(entry.id) });
      this.#rows.set(entry.id, { entry, previous, row });
    }
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    row.setAttribute('aria-rowindex', String(index + 2));
    row.setAttribute('aria-selected', String(entry.id === this.#selected));
    row.classList.toggle('chosen', this.#chosen.has(entry.id));
    const link = linkOf(row);
    if (link) link.tabIndex = isTabStop ? 0 : -1;
    return row;
  }
}
