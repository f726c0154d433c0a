import { type ComponentChildren, cloneElement, isValidElement, render } from 'preact';
import { resolveAttribute } from './site-path.ts';

/** Shows markup in an element. What has not changed keeps its focus and its selection. */
export function show(element: Element, markup: ComponentChildren): void {
  render(withSitePaths(markup), element);
}

/** The markup with the prefix of the server before its paths. Static parts of templates are shared, so that copies change. */
function withSitePaths(markup: ComponentChildren): ComponentChildren {
  if (Array.isArray(markup)) return markup.map(withSitePaths);
  if (!isValidElement(markup)) return markup;
  const props = Object.entries(markup.props).map(([name, value]) => [
    name,
    name === 'children' ? withSitePaths(value) : resolveAttribute(name, value),
  ]);
  return cloneElement(markup, Object.fromEntries(props));
}
