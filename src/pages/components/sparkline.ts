import { html, type Markup } from '../html.ts';

const HEIGHT = 24;
const BAR = 4;
const STEP = 6;
/** Pixels of a count, unless a greater one would be higher than the drawing. */
const UNIT = 2;

/** Counts in the order of time as small bars. Its style is `sparklineStyle`. @param label what they are, for screen readers */
export function sparkline(label: string, counts: readonly number[]): Markup {
  const unit = Math.min(UNIT, HEIGHT / Math.max(1, ...counts));
  const width = Math.max(0, counts.length * STEP - (STEP - BAR));
  return html`
    <svg class="spark" viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${label}>${counts.map(
      (count, index) => {
        const height = Math.max(UNIT, Math.round(count * unit));
        return html`<rect class=${count === 0 ? 'none' : undefined} x=${index * STEP} y=${HEIGHT - height} width=${BAR} height=${height} rx="1" />`;
      },
    )}</svg>`;
}
