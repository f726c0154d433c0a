import { el } from '../../../../../http/pages/browser/dom.ts';
import type { Entry } from '../entry.ts';
import { COLUMNS, cellsOf } from '../request-cells.ts';

const COLORS = 8;

/** Replaces the cells of a row by those of the entry. */
export function fillRow(row: HTMLTableRowElement, entry: Entry): void {
  const cells = cellsOf(entry);
  const hasFocus = row.contains(document.activeElement);
  row.replaceChildren(
    ...COLUMNS.map(({ name }) => {
      const text = cells[name];
      if (name === 'id')
        return el(
          'td',
          { class: name },
          el('button', { type: 'button', 'aria-label': `Request ${text}` }, text),
        );
      const tone = name === 'status' ? toneOf(text) : name === 'end' ? ' bad' : '';
      const dot =
        name === 'connection' ? el('span', { class: `dot dot-${colorOf(entry.connection.id)}` }) : null;
      return el(
        'td',
        { class: `${name}${tone}`, title: name === 'target' || name === 'lab' ? text : undefined },
        dot,
        text,
      );
    }),
  );
  if (hasFocus) row.querySelector('button')?.focus({ preventScroll: true });
}

/** The color of a connection: one of eight. */
export function colorOf(connection: number): number {
  return (connection % COLORS) + 1;
}

function toneOf(status: string): string {
  if (status >= '5') return ' bad';
  return status >= '4' ? ' warn' : '';
}

/** A row in the place of rows that are not in the document. */
export function spacer(): HTMLTableRowElement {
  return el('tr', { class: 'spacer', 'aria-hidden': 'true' }, el('td', { colspan: COLUMNS.length }));
}

export function setHeight(row: HTMLTableRowElement, height: number): void {
  const [cell] = row.cells;
  if (cell) cell.style.height = `${height}px`;
  row.hidden = height === 0;
}
