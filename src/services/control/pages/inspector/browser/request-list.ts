import { el } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import type { Entry } from '../entry.ts';
import { firstAfter } from './entry-order.ts';
import { fillRow, setHeight, spacer } from './list-row.ts';

/** Above this number, only the visible rows are in the document. */
const MAX_ROWS = 500;

/** Rows above and below the visible ones. */
const OVERSCAN = 20;

/** The list of entries, the newest first. */
export class RequestList {
  readonly #viewport = find(document, '#viewport', HTMLElement);
  readonly #body = find(document, '#requests tbody', HTMLTableSectionElement);
  readonly #table = find(document, '#requests', HTMLTableElement);
  readonly #empty = find(document, '#empty', HTMLElement);
  readonly #top = spacer();
  readonly #bottom = spacer();
  readonly #rows = new Map<number, { readonly entry: Entry; readonly row: HTMLTableRowElement }>();
  readonly #onSelect: (id: number) => void;
  #entries: readonly Entry[] = [];
  #newest = 0;
  #selected: number | undefined;
  #rowHeight = 32;

  constructor(onSelect: (id: number) => void) {
    this.#onSelect = onSelect;
    this.#viewport.addEventListener('scroll', () => this.#render());
    this.#body.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('tr') : null;
      if (row?.dataset.id !== undefined) this.#onSelect(Number(row.dataset.id));
    });
    this.#body.replaceChildren(this.#top, this.#bottom);
  }

  get selected(): number | undefined {
    return this.#selected;
  }

  /** Shows the entries. What the user reads keeps its place on the screen. */
  show(entries: readonly Entry[]): void {
    const added = this.#newest === 0 ? 0 : entries.length - firstAfter(entries, this.#newest);
    this.#entries = entries;
    this.#newest = entries.at(-1)?.id ?? 0;
    this.#empty.hidden = entries.length > 0;
    this.#table.hidden = entries.length === 0;
    const isReading = this.#viewport.scrollTop > 0 || this.#selected !== undefined;
    this.#render();
    if (added > 0 && isReading && this.#isScrollable()) {
      this.#viewport.scrollTop += added * this.#rowHeight;
      this.#render();
    }
  }

  select(id: number | undefined): void {
    this.#rows.get(this.#selected ?? 0)?.row.removeAttribute('aria-current');
    this.#selected = id;
    if (id === undefined) return;
    this.#scrollTo(id);
    this.#render();
    const row = this.#rows.get(id)?.row;
    row?.setAttribute('aria-current', 'true');
    if (this.#body.contains(document.activeElement))
      row?.querySelector('button')?.focus({ preventScroll: true });
  }

  /** Selects the row after the selected one, or with -1 the row before it. */
  move(step: 1 | -1): void {
    const index = this.#indexOf(this.#selected ?? 0);
    const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), this.#entries.length - 1);
    const entry = this.#at(next);
    if (entry) this.#onSelect(entry.id);
  }

  #at(index: number): Entry | undefined {
    return this.#entries[this.#entries.length - 1 - index];
  }

  #indexOf(id: number): number {
    const place = firstAfter(this.#entries, id) - 1;
    return this.#entries[place]?.id === id ? this.#entries.length - 1 - place : -1;
  }

  #isScrollable(): boolean {
    return this.#viewport.scrollHeight > this.#viewport.clientHeight;
  }

  #scrollTo(id: number): void {
    const index = this.#indexOf(id);
    if (index < 0) return;
    const head = this.#table.tHead?.offsetHeight ?? 0;
    const [top, height] = [index * this.#rowHeight, this.#viewport.clientHeight - head];
    if (top < this.#viewport.scrollTop) this.#viewport.scrollTop = top;
    else if (top + this.#rowHeight > this.#viewport.scrollTop + height)
      this.#viewport.scrollTop = top + this.#rowHeight - height;
  }

  #render(): void {
    const count = this.#entries.length;
    const isVirtual = count > MAX_ROWS;
    const first = Math.floor(this.#viewport.scrollTop / this.#rowHeight);
    const visible = Math.ceil(this.#viewport.clientHeight / this.#rowHeight);
    const start = isVirtual ? Math.max(0, Math.min(first, count) - OVERSCAN) : 0;
    const end = isVirtual ? Math.min(count, first + visible + OVERSCAN) : count;
    this.#table.setAttribute('aria-rowcount', String(count + 1));
    setHeight(this.#top, start * this.#rowHeight);
    setHeight(this.#bottom, (count - end) * this.#rowHeight);
    const shown = new Set<number>();
    let next = this.#top.nextElementSibling;
    for (let index = start; index < end; index++) {
      const entry = this.#at(index);
      if (!entry) continue;
      shown.add(entry.id);
      const row = this.#rowOf(entry);
      row.setAttribute('aria-rowindex', String(index + 2));
      if (row === next) next = row.nextElementSibling;
      else this.#body.insertBefore(row, next);
    }
    for (const [id, { row }] of this.#rows) {
      if (shown.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    const height = this.#top.nextElementSibling?.getBoundingClientRect().height ?? 0;
    if (shown.size > 0 && height > 0) this.#rowHeight = height;
  }

  #rowOf(entry: Entry): HTMLTableRowElement {
    const known = this.#rows.get(entry.id);
    if (known?.entry === entry) return known.row;
    const row = known?.row ?? el('tr', { 'data-id': entry.id });
    fillRow(row, entry);
    if (entry.id === this.#selected) row.setAttribute('aria-current', 'true');
    this.#rows.set(entry.id, { entry, row });
    return row;
  }
}
