import { html, type Markup } from '../html.ts';
import type { IconName } from '../icons.ts';
import { buttonClass } from './button.ts';
import { icon } from './icon.ts';

interface MenuOptions {
  /** The name of the button. */
  readonly label: string;
  readonly title?: string;
  /** What the button shows. */
  readonly face: Markup;
  readonly isQuiet?: boolean;
  /** Whether the button is as square as one with an icon alone. */
  readonly isIcon?: boolean;
  /** Whether the menu begins at the left edge of its button. */
  readonly isLeft?: boolean;
}

/** A small button that opens a menu. It opens without a script; `enableMenus` adds arrow keys, Escape, and closes it on a click outside. */
export function menu(
  { label, title = label, face, isQuiet, isIcon, isLeft }: MenuOptions,
  items: unknown,
): Markup {
  const look = buttonClass({
    kind: isQuiet ? 'quiet' : undefined,
    isSmall: true,
    class: isIcon ? 'icon' : '',
  });
  return html`
    <details class=${isLeft ? 'menu left' : 'menu'}><summary class=${look} aria-label=${label} title=${title}>${face}</summary><div class="pop">${items}</div></details>`;
}

interface ItemOptions {
  /** The key that does the same. */
  readonly key?: string;
  readonly [attribute: string]: string | boolean | undefined;
}

/** A choice of a menu. */
export function menuItem(
  name: IconName,
  label: string,
  action: () => unknown,
  { key, ...attributes }: ItemOptions = {},
): Markup {
  return html`<button type="button" onClick=${action} ...${attributes}>${icon(name)}${label}${key === undefined ? null : html`<kbd aria-hidden="true">${key}</kbd>`}</button>`;
}
