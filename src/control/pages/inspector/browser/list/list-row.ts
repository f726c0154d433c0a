import { formatAge } from '#pages/age.ts';
import { el } from '#pages/browser/dom.ts';
import {
  COLUMNS,
  type ColumnName,
  cellsOf,
  formatDuration,
  nameOf,
  splitTarget,
  toneOf,
} from '../../request-cells.ts';
import type { Summary } from '../../summary.ts';
import type { Group } from '../common/list-order.ts';
import type { Preferences, TimeForm } from '../common/preferences.ts';

const COLORS = 8;

export interface RowOptions {
  readonly columns: readonly ColumnName[];
  readonly headers: readonly string[];
  readonly timeForm: TimeForm;
  /** The entry of the row below. */
  readonly previous: Summary | undefined;
  /** The address of the page of the entry; undefined for one that the server does not have any more. */
  readonly href: string | undefined;
}

/** Replaces the cells of a row by those of the entry. */
export function fillRow(
  row: HTMLElement,
  entry: Summary,
  { columns, headers, timeForm, previous, href }: RowOptions,
): void {
  const cells = cellsOf(entry);
  const hasFocus = row.contains(document.activeElement);
  const content = columns.map((name) => {
    const text = name === 'time' ? timeText(entry, timeForm, previous) : cells[name];
    const attributes = { role: 'gridcell', class: `${name} ${toneOf(name, text)}`.trim() };
    if (name === 'id' && href !== undefined) {
      const link = el('a', { href, tabindex: -1, 'aria-label': nameOf(entry) }, text);
      return el('span', attributes, link);
    }
    if (name === 'target') {
      const [start, end] = splitTarget(text);
      return el('span', { ...attributes, title: text }, el('span', {}, start), el('span', {}, end));
    }
    const title = name === 'time' ? new Date(entry.at).toISOString() : name === 'extra' ? text : undefined;
    return el('span', { ...attributes, title }, text);
  });
  const values = headers.map((_, index) => {
    const text = entry.columns?.[index] ?? '';
    return el('span', { role: 'gridcell', class: 'header', title: text }, text);
  });
  row.replaceChildren(...content, ...values);
  row.classList.toggle('marked', entry.marked ?? false);
  if (hasFocus) linkOf(row)?.focus({ preventScroll: true });
}

/** Replaces the cells of a row by the heading of a group. */
export function fillGroupRow(row: HTMLElement, { group, count }: Group, columns: number): void {
  const text = count === undefined ? group : `${group} · ${count} ${count === 1 ? 'request' : 'requests'}`;
  row.replaceChildren(
    el('span', { role: 'rowheader', class: 'heading', 'aria-colspan': columns, title: text }, text),
  );
}

/** The cells of the head of the list. */
export function headCells({
  columns,
  headers,
  sortBy: sorted,
}: Pick<Preferences, 'columns' | 'headers' | 'sortBy'>): HTMLElement[] {
  const named = headers.map((name) =>
    el('span', { role: 'columnheader', class: 'header', title: `Header ${name} of the request` }, name),
  );
  const known = COLUMNS.filter(({ name }) => columns.includes(name)).map((column) => {
    const isSorted = column.name === sorted;
    return el(
      'span',
      {
        role: 'columnheader',
        class: column.name,
        title: 'title' in column ? column.title : undefined,
        'aria-sort': isSorted ? 'descending' : undefined,
      },
      isSorted ? `${column.label} ↓` : column.label,
    );
  });
  return [...known, ...named];
}

export function linkOf(row: HTMLElement | undefined): HTMLAnchorElement | null {
  return row?.querySelector('a') ?? null;
}

function timeText(entry: Summary, form: TimeForm, previous: Summary | undefined): string {
  if (form === 'age') return `${formatAge(Date.now() - entry.at)} ago`;
  if (form === 'clock' || !previous) return cellsOf(entry).time;
  return `+${formatDuration(Math.max(0, entry.at - previous.at))}`;
}

/** The color of a connection: one of eight. */
export function colorOf(connection: number): number {
  return (connection % COLORS) + 1;
}
