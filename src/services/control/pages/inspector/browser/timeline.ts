import { button, chartRegion, el, svg } from '../../../../../http/pages/browser/dom.ts';
import { find } from '../../../../../http/pages/browser/elements.ts';
import { type Entry, type Exchange, isExchange } from '../entry.ts';
import { toMilliseconds } from '../request-cells.ts';
import { colorOf } from './list-row.ts';

/** Maximum number of exchanges in the chart. */
const MAX_BARS = 60;
const WIDTH = 900;
const LEFT = 60;
const ROW = 24;

interface Bar {
  readonly exchange: Exchange;
  readonly start: number;
  readonly end: number;
  /** The previous request with the same method, target and bin, if it had ended. */
  readonly previous: Bar | undefined;
}

/** The latest exchanges on a common time axis, with a row for each connection. */
export class Timeline {
  readonly #details = find(document, '#timeline', HTMLDetailsElement);
  readonly #output = find(document, '#timeline .timeline', HTMLElement);
  readonly #select: (id: number) => void;
  #entries: readonly Entry[] = [];

  constructor(select: (id: number) => void) {
    this.#select = select;
    this.#details.addEventListener('toggle', () => this.show(this.#entries));
  }

  show(entries: readonly Entry[]): void {
    this.#entries = entries;
    if (!this.#details.open) return;
    const bars = toBars(entries.slice(-MAX_BARS).filter(isExchange));
    if (bars.length === 0) this.#output.replaceChildren(el('p', { class: 'soft' }, 'There is no request.'));
    else this.#output.replaceChildren(chart(bars), this.#text(bars));
  }

  #text(bars: readonly Bar[]): HTMLElement {
    const start = startOf(bars);
    const items = bars.map(({ exchange, start: at, end, previous }) => {
      const { id, request, response, connection } = exchange;
      const gap =
        previous === undefined
          ? ''
          : `, ${toMilliseconds(at - previous.end)} ms after #${previous.exchange.id}`;
      const status = response === null ? 'no response' : String(response.status);
      return el(
        'li',
        {},
        button(`#${id}`, () => this.#select(id), { class: 'small' }),
        ` ${request.method} ${request.target}, connection ${connection.id}: at ${toMilliseconds(at - start)} ms, ${toMilliseconds(end - at)} ms, ${status}${gap}`,
      );
    });
    return el(
      'div',
      { class: 'text', tabindex: 0, role: 'region', 'aria-label': 'Timeline as text' },
      el('ol', {}, items),
    );
  }
}

function toBars(exchanges: readonly Exchange[]): Bar[] {
  const latest = new Map<string, Bar>();
  return exchanges.map((exchange) => {
    const start = Date.parse(exchange.startedAt);
    const end = start + (exchange.ms.done ?? exchange.ms.firstByte ?? 0);
    const key = `${exchange.bin} ${exchange.request.method} ${exchange.request.target}`;
    const other = latest.get(key);
    const bar = { exchange, start, end, previous: other && other.end <= start ? other : undefined };
    latest.set(key, bar);
    return bar;
  });
}

function startOf(bars: readonly Bar[]): number {
  return Math.min(...bars.map(({ start }) => start));
}

function chart(bars: readonly Bar[]): HTMLElement {
  const start = startOf(bars);
  const length = Math.max(...bars.map(({ end }) => end)) - start || 1;
  const connections = [...new Set(bars.map(({ exchange }) => exchange.connection.id))];
  const x = (time: number) => LEFT + ((time - start) / length) * (WIDTH - LEFT - 10);
  const y = (bar: Bar) => connections.indexOf(bar.exchange.connection.id) * ROW + 8;
  const height = connections.length * ROW + 30;
  const shapes = bars.map((bar) => {
    const { exchange, previous } = bar;
    const color = `fill-${colorOf(exchange.connection.id)}`;
    const label = `#${exchange.id} ${exchange.request.method} ${exchange.request.target}`;
    return [
      previous === undefined
        ? null
        : gapLine(x(previous.end), y(previous) + 6, x(bar.start), y(bar) + 6, bar.start - previous.end),
      svg(
        'rect',
        {
          x: x(bar.start),
          y: y(bar),
          width: Math.max(3, x(bar.end) - x(bar.start)),
          height: 12,
          class: color,
        },
        svg('title', {}, label),
      ),
    ];
  });
  const axis = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = x(start + part * length);
    const anchor = part === 1 ? 'end' : part === 0 ? 'start' : 'middle';
    return [
      svg('line', { x1: at, x2: at, y1: 0, y2: height - 20, class: 'axis' }),
      svg(
        'text',
        { x: at, y: height - 5, 'text-anchor': anchor, class: 'soft' },
        `${toMilliseconds(part * length)} ms`,
      ),
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
        'aria-label': `${bars.length} requests on ${connections.length} connections within ${toMilliseconds(length)} ms. The list beside has the same data.`,
      },
      ...axis,
      ...shapes,
      ...labels,
    ),
  );
}

/** The pause between two attempts. */
function gapLine(x1: number, y1: number, x2: number, y2: number, milliseconds: number): SVGGElement {
  const hasSpace = x2 - x1 > 50;
  return svg(
    'g',
    {},
    svg('line', { x1, y1, x2, y2, class: 'gap' }),
    hasSpace
      ? svg(
          'text',
          { x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 3, 'text-anchor': 'middle', class: 'soft' },
          `${toMilliseconds(milliseconds)} ms`,
        )
      : null,
  );
}
