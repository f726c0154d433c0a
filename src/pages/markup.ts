import type { VNode } from 'preact';

export type Markup = VNode | VNode[];

/** A tag for templates of markup. Every value in them is escaped. */
export type Html = (strings: TemplateStringsArray, ...values: unknown[]) => Markup;
