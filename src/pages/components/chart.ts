import { html, type Markup } from '../html.ts';

interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Pixels above the origin. */
  readonly top?: number;
  /** Whether the drawing is as wide as its place, but not narrower than it can be read. */
  readonly isFluid?: boolean;
  /** What the drawing shows, for screen readers. */
  readonly summary: string;
  /** Elements of SVG. */
  readonly content: unknown;
}

/** A drawing that scrolls sideways on a narrow screen. Its style is `chartStyle`. */
export function chart(label: string, drawing: Drawing): Markup {
  const { width, height, top = 0, isFluid, summary, content } = drawing;
  const size = isFluid ? {} : { width, height };
  return html`
    <div class="chart" tabindex="0" role="region" aria-label=${label}>
      <svg viewBox=${`0 ${-top} ${width} ${height}`} ...${size} role="img" aria-label=${summary}>${content}</svg>
    </div>`;
}

/** A text in a drawing. */
export function chartText(
  content: string,
  x: number,
  y: number,
  attributes: Readonly<Record<string, string>> = {},
): Markup {
  return html`<text x=${x} y=${y} ...${attributes}>${content}</text>`;
}

/** Where the text of a tick begins, by its place on the axis from 0 to 1: the first and the last one stay inside. */
export function anchorAt(place: number): { readonly 'text-anchor': string } {
  return { 'text-anchor': place === 0 ? 'start' : place === 1 ? 'end' : 'middle' };
}
