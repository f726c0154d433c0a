import htm from 'htm';
import { type ComponentType, h, type VNode } from 'preact';

export type Markup = VNode | VNode[];

// The types of htm describe its CommonJS file, where the function is one level deeper than in the module.
const tag = htm as unknown as (typeof htm)['default'];

/**
 * The tag of templates of markup, on the server and in browsers. Every value in them is escaped.
 *
 * A server that sends no page does not load this module: endpoints import the modules of their pages when they are called.
 */
export const html: (strings: TemplateStringsArray, ...values: unknown[]) => Markup = tag.bind(h);

/**
 * Markup of a component that has a state. A component without one is a function that returns markup, and is called.
 * @param props with `key`, where another one is another component
 */
export function component<Props extends object>(
  type: ComponentType<Props>,
  props: Props & { readonly key?: string | number },
): Markup {
  return html`<${type} ...${props} />`;
}
