import { html, type Markup } from '../html.ts';
import { buttonClass } from './button.ts';
import { icon } from './icon.ts';

/**
 * A button that copies text, and has a check mark for two seconds when it has. Visible only where the script of the page calls
 * `enableCopyButtons`.
 * @param source id of the element with the text; empty for the code in the same figure or list item
 * @param name for screen readers, which names the text
 * @param label shown beside the icon
 * @param isPrimary whether it is the main action of the page
 */
export function copyButton(source: string, name = 'Copy', label?: string, isPrimary = false): Markup {
  const classes = buttonClass({
    ...(isPrimary ? { kind: 'primary' } : { kind: 'quiet', isSmall: true }),
    class: label === undefined ? 'icon copy scripted' : 'copy scripted',
  });
  return html`
    <button type="button" class=${classes} data-copy=${source} aria-label=${name} title=${name}>${icon('copy')}${icon('check')}${label}</button>`;
}
