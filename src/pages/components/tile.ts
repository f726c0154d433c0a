import { html, type Markup } from '../html.ts';

interface TileOptions {
  readonly caption: string;
  readonly figure: string;
  /** What the figure counts. */
  readonly unit?: string;
  /** Lines below the figure. */
  readonly lines?: readonly (Markup | string)[];
  /** The page with more of it. */
  readonly href?: string;
}

/** A figure with its meaning. */
export function tile({ caption, figure, unit, lines = [], href }: TileOptions): Markup {
  const content = html`
    <div class="cap">${caption}</div>
    <div class="big">${figure}${unit === undefined ? null : html` <small>${unit}</small>`}</div>
    ${lines.map((line) => html`<p>${line}</p>`)}`;
  return href === undefined
    ? html`<div class="tile">${content}</div>`
    : html`<a class="tile" href=${href}>${content}</a>`;
}

/** How much of a limit is used. */
export function meter(label: string, value: number, max: number): Markup {
  return html`<progress class="meter" aria-label=${label} value=${value} max=${max}></progress>`;
}
