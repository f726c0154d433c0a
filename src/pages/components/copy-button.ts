import { html, type Markup } from '../html.ts';
import { buttonClass } from './button.ts';
import { icon } from './icon.ts';

/**
 * A button that copies text, and has a check mark for two seconds when it has. Visible only where the script of the page calls
 * `enableCopyButtons`.
 * @param source id of the element with the text; empty for the code in the same figure or list item
 * @param name for screen readers, which names the text
 * @param label shown beside the icon
 */
export function copyButton(source: string, name = 'Copy', label?: string): Markup {
  const classes = buttonClass({
    ...(label === undefined ? { kind: 'quiet', isSmall: true } : { kind: 'primary' }),
    class: label === undefined ? 'icon copy scripted' : 'copy scripted',
  });
  return html`
    <button type="button" class=${classes} data-copy=${source} aria-label=${name} title=${name}>${icon('copy')}${icon('check')}${label}</button>`;
}
