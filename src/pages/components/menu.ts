import { html, type Markup } from '../html.ts';
import { buttonClass } from './button.ts';
import { icon } from './icon.ts';

interface MenuOptions {
  /** The name of the menu, and its text where it has no icon. */
  readonly label: string;
  /** Whether the button shows three dots in place of the label. */
  readonly isIcon?: boolean;
  /** Whether the menu begins at the left edge of its button. */
  readonly isLeft?: boolean;
  /** Buttons and links. */
  readonly items: readonly Markup[];
}

/** Further actions. It opens without a script; `enableMenus` adds arrow keys, Escape, and closes it on a click outside. */
export function menu({ label, isIcon, isLeft, items }: MenuOptions): Markup {
  const classes = buttonClass({ kind: isIcon ? 'quiet' : undefined, class: isIcon ? 'icon' : undefined });
  return html`
    <details class=${isLeft ? 'menu left' : 'menu'}>
      <summary class=${classes} aria-label=${isIcon ? label : undefined} title=${isIcon ? label : undefined}>${isIcon ? icon('more') : [label, icon('down')]}</summary>
      <div class="pop">${items}</div>
    </details>`;
}
