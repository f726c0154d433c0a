import htm from 'htm';
import { type ComponentChild, h, render } from 'preact';
import type { Html } from '../markup.ts';
import { toAttribute } from './site-path.ts';

// The types of htm describe its CommonJS file, where the function is one level deeper than in the module.
const tag = htm as unknown as (typeof htm)['default'];

/** The tag of templates in the browser, with which components of the server render, too. */
export const html: Html = tag.bind(createElement);

function createElement(...[type, props, ...children]: Parameters<typeof h>): ReturnType<typeof h> {
  const attributes = Object.entries(props ?? {}).map(([name, value]) => [name, toAttribute(name, value)]);
  return h(type, Object.fromEntries(attributes), ...children);
}

/** Shows markup in an element. What has not changed keeps its focus and its selection. */
export function show(element: Element, markup: ComponentChild): void {
  render(markup, element);
}
