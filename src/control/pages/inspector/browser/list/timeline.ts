import { button, chartRegion, el, svg } from '#pages/browser/dom.ts';
import { find } from '#pages/browser/elements.ts';
import { cellsOf, formatDuration } from '../../request-cells.ts';
import type { Summary } from '../../summary.ts';
import { colorOf } from './list-row.ts';
import { createAxis } from './time-axis.ts';

/** Maximum number of exchanges in the chart. */
const MAX_BARS = 60;
const WIDTH = 900;
const LEFT = 60;
const ROW = 24;

interface Bar {
  readonly entry: Summary;
  readonly connection: number;
  readonly start: number;
  readonly end: number;
  /** The previous request with the same method, target and bin, if it had ended. */
  readonly previous: Bar | undefined;
}

/** The latest exchanges on a common time axis, with a row for each connection. */
export class Timeline {
  readonly #view = find(document, '#timeline', HTMLElement);
  readonly #output = find(document, '#timeline .timeline', HTMLElement);
  readonly #select: (id: number) => void;
  #entries: readonly Summary[] = [];

  constructor(select: (id: number) => void) {
    this.#select = select;
    this.#view.addEventListener('toggle', () => this.show(this.#entries));
  }

  show(entries: readonly Summary[]): void {
    this.#entries = entries;
    if (this.#view.hidden) return;
    const bars = buildBars(entries.slice(-MAX_BARS).filter(({ method }) => method !== undefined));
    if (bars.length === 0) this.#output.replaceChildren(el('p', { class: 'soft' }, 'There is no request.'));
    else this.#output.replaceChildren(chart(bars), this.#text(bars));
  }

  #text(bars: readonly Bar[]): HTMLElement {
    const start = startOf(bars);
    const items = bars.map(({ entry, connection, start: at, end, previous }) => {
      const gap =
        previous === undefined ? '' : `, ${formatDuration(at - previous.end)} after #${previous.entry.id}`;
      const status = cellsOf(entry).status || 'no response';
      return el(
        'li',
        {},
        button(`#${entry.id}`, () => this.#select(entry.id), { class: 'sm' }),
        ` ${entry.method} ${entry.target}, connection ${connection}: at ${formatDuration(at - start)}, ${formatDuration(end - at)}, ${status}${gap}`,
      );
    });
    return el(
      'div',
      { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'Timeline as text' },
      el('ol', {}, items),
    );
  }
}

function buildBars(entries: readonly Summary[]): Bar[] {
  const latest = new Map<string, Bar>();
  return entries.map((entry) => {
    const start = entry.at;
    const end = start + (entry.ms ?? 0);
    const key = `${entry.bin} ${entry.method} ${entry.target}`;
    const other = latest.get(key);
    const connection = Number(entry.connection.split('.')[0]);
    const bar = { entry, connection, start, end, previous: other && other.end <= start ? other : undefined };
    latest.set(key, bar);
    return bar;
  });
}

function startOf(bars: readonly Bar[]): number {
  return Math.min(...bars.map(({ start }) => start));
}

function chart(bars: readonly Bar[]): HTMLElement {
  const start = startOf(bars);
  const length = Math.max(...bars.map(({ end }) => end)) - start;
  const axis = createAxis(bars, WIDTH - LEFT - 10);
  const x = (time: number) => LEFT + axis.place(time);
  const connections = [...new Set(bars.map(({ connection }) => connection))];
  const y = (bar: Bar) => connections.indexOf(bar.connection) * ROW + 8;
  const height = connections.length * ROW + 30;
  /** The end of the latest label by line. */
  const ends = new Map<number, number>();
  const shapes = bars.map((bar) => [
    bar.previous === undefined ? null : gapLine(bar, bar.previous, x, y, ends),
    svg(
      'rect',
      {
        x: x(bar.start),
        y: y(bar),
        width: Math.max(3, x(bar.end) - x(bar.start)),
        height: 12,
        class: `fill-${colorOf(bar.connection)}`,
      },
      svg('title', {}, `#${bar.entry.id} ${bar.entry.method} ${bar.entry.target}`),
    ),
  ]);
  const marks = axis.marks.map(({ time, label, isCut }, index) => {
    const at = x(time);
    const anchor = index === 0 ? 'start' : index === axis.marks.length - 1 ? 'end' : 'middle';
    return [
      svg('line', { x1: at, x2: at, y1: 0, y2: height - 20, class: isCut ? 'gap' : 'axis' }),
      svg('text', { x: at, y: height - 5, 'text-anchor': anchor, class: 'soft' }, label),
    ];
  });
  const labels = connections.map((id, index) => svg('text', { x: 0, y: index * ROW + 18 }, `Conn. ${id}`));
  return chartRegion(
    'Timeline',
    svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${height}`,
        role: 'img',
        'aria-label': `${bars.length} requests on ${connections.length} connections within ${formatDuration(length)}. The list beside has the same data.`,
      },
      ...marks,
      ...shapes,
      ...labels,
    ),
  );
}

/** The pause between two attempts, with its length where no other label is. */
function gapLine(
  bar: Bar,
  previous: Bar,
  x: (time: number) => number,
  y: (bar: Bar) => number,
  ends: Map<number, number>,
): SVGGElement {
  const [x1, x2, y1, y2] = [x(previous.end), x(bar.start), y(previous) + 6, y(bar) + 6];
  const label = formatDuration(bar.start - previous.end);
  const [middle, width, line] = [(x1 + x2) / 2, label.length * CHARACTER, Math.round((y1 + y2) / 2)];
  const hasSpace = x2 - x1 > width && middle - width / 2 > (ends.get(line) ?? 0);
  if (hasSpace) ends.set(line, middle + width / 2);
  const text = svg('text', { x: middle, y: line - 3, 'text-anchor': 'middle', class: 'soft' }, label);
  return svg('g', {}, svg('line', { x1, y1, x2, y2, class: 'gap' }), hasSpace ? text : null);
}

const CHARACTER = 8;
