import { html, type Markup } from '../html.ts';
import type { IconName } from '../icons.ts';

/** An icon, drawn in the colour of the text beside it. The element that contains it has the name. */
export function icon(name: IconName): Markup {
  return html`<svg class="i" aria-hidden="true"><use href=${`#i-${name}`}></use></svg>`;
}
