import { el } from '../../../../../http/pages/browser/dom.ts';

/** A text that can be scrolled by keyboard. */
export function textBlock(text: string, label = 'Text'): HTMLElement {
  return el('pre', { tabindex: 0, role: 'region', 'aria-label': label }, text);
}
