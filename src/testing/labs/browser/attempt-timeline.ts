import { anchorAt, chart, chartText } from '#pages/components/chart.ts';
import { html, type Markup } from '#pages/html.ts';
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
export function attemptTimeline(attempts: readonly AttemptRow[]): Markup {
  const { bars, lanes, length } = layOut(attempts);
  const x = (time: number) => MARGIN + (time / (length || 1)) * (WIDTH - MARGIN - RIGHT);
  const bottom = lanes * LANE;
  const height = bottom + GAPS + 20;
  const total = formatAttemptDuration(length);
  const gaps = bars
    .slice(1)
    .map((bar, index) => drawGap(x(bars[index]?.start ?? 0), x(bar.start), bottom, bar.attempt));
  return chart('Timeline of the attempts', {
    width: WIDTH,
    height,
    isFluid: true,
    summary: `${attempts.length} attempts within ${total}. The table has the same data.`,
    content: [
      html`<line x1="0" x2=${WIDTH} y1=${bottom + 2} y2=${bottom + 2} class="axis" />`,
      bars.map((bar, index) => drawBar(bar, x, spaceAfter(bars, index, x))),
      gaps,
      chartText('0', MARGIN, height - 4, { class: 'soft' }),
      chartText(total, x(length), height - 4, { ...anchorAt(1), class: 'soft' }),
    ],
  });
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
): Markup {
  const y = lane * LANE;
  const result = resultOf(attempt);
  const title = `Attempt ${attempt.n}: ${result}, ${formatAttemptDuration(end - start)}`;
  const label = [`${attempt.n}: ${result}`, String(attempt.n)].find(
    (text) => text.length * CHARACTER < space,
  );
  const width = Math.max(4, x(end) - x(start));
  return html`
    <g>
      <rect x=${x(start)} y=${y + 18} width=${width} height="14" class=${toneOf(attempt)}><title>${title}</title></rect>
      ${label === undefined ? null : chartText(label, x(start), y + 13)}
    </g>`;
}

/** The time between the starts of two attempts. */
function drawGap(x1: number, x2: number, bottom: number, { sincePrevious }: AttemptRow): Markup {
  const y = bottom + 8;
  const text = formatAttemptDuration(sincePrevious ?? 0);
  const hasSpace = x2 - x1 > text.length * CHARACTER;
  return html`
    <g>
      <path d=${`M${x1} ${y - 3}V${y + 3}M${x1} ${y}H${x2}M${x2} ${y - 3}V${y + 3}`} class="gap" />
      ${hasSpace ? chartText(text, (x1 + x2) / 2, y + 14, { ...anchorAt(0.5), class: 'soft' }) : null}
    </g>`;
}
