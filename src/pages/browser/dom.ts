import type { IconName } from '../icons.ts';
import { resolveAttribute } from './site-path.ts';

type Content = Node | string | null | undefined | readonly Content[];

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Creates an HTML element. All texts become text nodes, so that no content of a request is interpreted as HTML. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: Content[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), attributes, content);
}

/** Creates an SVG element. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: Content[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content);
}

/** Creates an icon. The page names it among its `icons`. */
export function icon(name: IconName): SVGSVGElement {
  return svg('svg', { class: 'i', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

/** Creates a button with an action. @param attributes whose class is that of further classes */
export function button(label: string, action: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const created = el(
    'button',
    { type: 'button', ...attributes, class: `btn ${attributes.class ?? ''}`.trim() },
    label,
  );
  created.addEventListener('click', () => void action());
  return created;
}

/** Creates a table with a heading for each column. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Content[])[],
): HTMLElement {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${caption} (table)` },
    el(
      'table',
      {},
      el('caption', { class: 'vh' }, caption),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          headings.map((heading) => el('th', { scope: 'col' }, heading)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map((cells) =>
          el(
            'tr',
            {},
            cells.map((cell) => el('td', {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** A chart that scrolls sideways on a narrow screen. */
export function chartRegion(label: string, drawing: SVGSVGElement): HTMLElement {
  return el('div', { class: 'chart', tabindex: 0, role: 'region', 'aria-label': label }, drawing);
}

/** A timestamp of the API for people: `2020-11-13 16:00:00 UTC`. */
export function time(timestamp: string): HTMLTimeElement {
  const text = timestamp.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
  return el('time', { datetime: timestamp }, text);
}

function fill<Created extends Element>(
  element: Created,
  attributes: Attributes,
  content: readonly Content[],
): Created {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(resolveAttribute(name, value)));
  }
  append(element, content);
  return element;
}

function append(element: Element, content: Content): void {
  if (content === null || content === undefined) return;
  if (typeof content === 'string' || content instanceof Node) element.append(content);
  else for (const each of content) append(element, each);
}
