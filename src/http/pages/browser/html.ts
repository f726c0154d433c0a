import htm from 'htm';
import { type ComponentChild, h, render } from 'preact';
import type { Html } from '../markup.ts';

// The types of htm describe its CommonJS file, where the function is one level deeper than in the module.
const tag = htm as unknown as (typeof htm)['default'];

/** The tag of templates in the browser, with which components of the server render, too. */
export const html: Html = tag.bind(h);

/** Shows markup in an element. What has not changed keeps its focus and its selection. */
export function show(element: Element, markup: ComponentChild): void {
  render(markup, element);
}
