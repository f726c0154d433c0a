import { render } from 'preact';
import { formatAge } from '#pages/age.ts';
import { sitePath } from '#pages/browser/site-path.ts';
import { button } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Summary } from '../../entry.ts';
import { groupHeading, rowCells } from '../../list-row.ts';
import { formatDuration } from '../../request-cells.ts';
import type { TimeAxis } from '../../time-axis.ts';
import { type Group, isEntry, isGroup, type ListItem } from '../common/list-order.ts';
import type { Preferences } from '../common/preferences.ts';
import type { Gap } from './attempts.ts';

export interface RowActions {
  /** The address of the page of an entry. */
  hrefOf(id: number): string;
  /** Saves, or forgets, the rows of earlier starts of the server. */
  saveLost(): void;
  clearLost(): void;
}

/** What a row shows. A row is filled again when one of these is another. */
export interface RowState {
  readonly item: ListItem;
  /** The row below it, if times are the gaps to it. */
  readonly previous: ListItem | undefined;
  readonly axis: TimeAxis;
  readonly gap: Gap | undefined;
  readonly isStop: boolean;
}

export type RowForm = Pick<Preferences, 'columns' | 'headers' | 'timeForm'>;

interface Placed {
  readonly row: HTMLElement;
  state?: RowState;
}

/** The elements of the rows that the document has. */
export class PlacedRows {
  readonly #body: HTMLElement;
  readonly #actions: RowActions;
  /** By the id of the entry, or the name of the group. */
  readonly #rows = new Map<number | string, Placed>();

  constructor(body: HTMLElement, actions: RowActions) {
    this.#body = body;
    this.#actions = actions;
  }

  /** The link of the row of an entry. */
  linkOf(id: number): HTMLAnchorElement | null | undefined {
    return this.#rows.get(id)?.row.querySelector('a');
  }

  /** The element of a row. @param isAll whether it is filled again in any case */
  fill(state: RowState, form: RowForm, isAll: boolean): HTMLElement {
    const { item } = state;
    const key = keyOf(item);
    const placed: Placed = this.#rows.get(key) ?? { row: newRow(item) };
    this.#rows.set(key, placed);
    if (isAll || !placed.state || !isSame(placed.state, state)) {
      render(this.#cells(state, form), placed.row);
      placed.state = state;
    }
    return placed.row;
  }

  /** Puts these rows into the document, in this order, and removes all others. */
  replace(rows: readonly HTMLElement[]): void {
    let next = this.#body.firstElementChild;
    for (const row of rows) {
      if (row === next) next = row.nextElementSibling;
      else this.#body.insertBefore(row, next);
    }
    const placed = new Set(rows);
    for (const [key, { row }] of this.#rows) {
      if (placed.has(row)) continue;
      row.remove();
      this.#rows.delete(key);
    }
  }

  #cells({ item, previous, axis, gap, isStop }: RowState, form: RowForm): Markup {
    const { columns, headers, timeForm } = form;
    if (isGroup(item)) return this.#groupCells(item, columns.length + headers.length);
    const entry = isEntry(item) ? item : item.lost;
    const href = isEntry(item) ? sitePath(this.#actions.hrefOf(item.id)) : undefined;
    const time = timeText(entry, timeForm, previous && isEntry(previous) ? previous : undefined);
    return rowCells(entry, { columns, headers, time, href, axis, gap, isStop });
  }

  #groupCells({ group, count, isRestart }: Group, columns: number): Markup {
    if (!isRestart) return groupHeading(group, count, columns);
    const item = (label: string, onClick: () => void) =>
      button(label, { type: 'button', kind: 'quiet', isSmall: true, onClick });
    return html`
      ${groupHeading(group, count, columns)}
      <span role="gridcell">${item('Save HAR', () => this.#actions.saveLost())}${item('Clear', () => this.#actions.clearLost())}</span>`;
  }
}

function isSame(one: RowState, other: RowState): boolean {
  return (
    one.item === other.item &&
    one.previous === other.previous &&
    one.axis === other.axis &&
    one.gap === other.gap &&
    one.isStop === other.isStop
  );
}

function keyOf(item: ListItem): number | string {
  if (isGroup(item)) return `${item.start ?? ''} ${item.group}`;
  return isEntry(item) ? item.id : `lost ${item.lost.at} ${item.lost.id}`;
}

function newRow(item: ListItem): HTMLElement {
  const row = document.createElement('div');
  row.role = 'row';
  row.className = isGroup(item)
    ? `row group${item.isRestart ? ' restart' : ''}`
    : isEntry(item)
      ? 'row'
      : 'row lost';
  if (isEntry(item)) row.dataset.id = String(item.id);
  return row;
}

/** The text of the column of times; undefined for the clock. */
function timeText(
  entry: Summary,
  form: Preferences['timeForm'],
  previous: Summary | undefined,
): string | undefined {
  if (form === 'age') return `${formatAge(Date.now() - entry.at)} ago`;
  if (form === 'clock' || !previous) return undefined;
  return `+${formatDuration(Math.max(0, entry.at - previous.at))}`;
}
