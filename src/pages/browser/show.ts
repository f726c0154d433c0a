import { type ComponentChildren, options, render } from 'preact';
import { resolveAttribute } from './site-path.ts';

/** Each new element has the prefix of the server before its paths. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return;
  for (const [name, value] of Object.entries(props)) {
    const resolved = resolveAttribute(name, value);
    if (resolved !== value) Object.assign(props, { [name]: resolved });
  }
};

/** Shows markup in an element. What has not changed keeps its focus and its selection. */
export function show(element: Element, markup: ComponentChildren): void {
  render(markup, element);
}
