import { chartRegion, svg } from '#pages/browser/dom.ts';
import { type AttemptRow, formatAttemptDuration } from './key-view.ts';
import { layOut, resultOf, type TimelineBar, toneOf } from './timeline-layout.ts';

const WIDTH = 640;
const MARGIN = 12;
/** Space for the label of an attempt at the end. */
const RIGHT = 64;
const LANE = 40;
const GAPS = 24;
/** Space that a label of this many characters needs. */
const CHARACTER = 6.5;

/** The attempts as bars on a time axis, with the gaps between their starts below. */
export function attemptTimeline(attempts: readonly AttemptRow[]): HTMLElement {
  const { bars, lanes, length } = layOut(attempts);
  const x = (time: number) => MARGIN + (time / (length || 1)) * (WIDTH - MARGIN - RIGHT);
  const bottom = lanes * LANE;
  const height = bottom + GAPS + 20;
  const label = `${attempts.length} attempts within ${formatAttemptDuration(length)}. The table has the same data.`;
  return chartRegion(
    'Timeline of the attempts',
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': label },
      svg('line', { x1: 0, x2: WIDTH, y1: bottom + 2, y2: bottom + 2, class: 'axis' }),
      bars.map((bar, index) => drawBar(bar, x, spaceAfter(bars, index, x))),
      bars
        .slice(1)
        .map((bar, index) => drawGap(x(bars[index]?.start ?? 0), x(bar.start), bottom, bar.attempt)),
      svg('text', { x: MARGIN, y: height - 4, class: 'soft' }, '0'),
      svg(
        'text',
        { x: x(length), y: height - 4, 'text-anchor': 'end', class: 'soft' },
        formatAttemptDuration(length),
      ),
    ),
  );
}

/** Width between this bar and the next one of its lane. */
function spaceAfter(bars: readonly TimelineBar[], index: number, x: (time: number) => number): number {
  const bar = bars[index];
  const next = bars.slice(index + 1).find(({ lane }) => lane === bar?.lane);
  return (next ? x(next.start) : WIDTH) - x(bar?.start ?? 0);
}

function drawBar(
  { attempt, start, end, lane }: TimelineBar,
  x: (time: number) => number,
  space: number,
): SVGGElement {
  const y = lane * LANE;
  const result = resultOf(attempt);
  const title = `Attempt ${attempt.n}: ${result}, ${formatAttemptDuration(end - start)}`;
  const label = [`${attempt.n}: ${result}`, String(attempt.n)].find(
    (text) => text.length * CHARACTER < space,
  );
  return svg(
    'g',
    {},
    svg(
      'rect',
      { x: x(start), y: y + 18, width: Math.max(4, x(end) - x(start)), height: 14, class: toneOf(attempt) },
      svg('title', {}, title),
    ),
    label === undefined ? null : svg('text', { x: x(start), y: y + 13 }, label),
  );
}

/** The time between the starts of two attempts. */
function drawGap(x1: number, x2: number, bottom: number, { sincePrevious }: AttemptRow): SVGGElement {
  const y = bottom + 8;
  const text = formatAttemptDuration(sincePrevious ?? 0);
  const hasSpace = x2 - x1 > text.length * CHARACTER;
  return svg(
    'g',
    {},
    svg('path', { d: `M${x1} ${y - 3}V${y + 3}M${x1} ${y}H${x2}M${x2} ${y - 3}V${y + 3}`, class: 'gap' }),
    hasSpace
      ? svg('text', { x: (x1 + x2) / 2, y: y + 14, 'text-anchor': 'middle', class: 'soft' }, text)
      : null,
  );
}
