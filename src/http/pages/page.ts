import type { VNode } from 'preact';
import type { Exchange } from '../exchange.ts';
import { type DocumentContent, type RenderedPage, renderDocument } from './document.ts';

export type Markup = VNode | VNode[];

/** A tag for templates of markup. Every value in them is escaped. */
export type Html = (strings: TemplateStringsArray, ...values: unknown[]) => Markup;

type Part = (html: Html) => Markup;

/** A page whose parts are templates. */
export interface Page
  extends Omit<DocumentContent, 'head' | 'header' | 'navigation' | 'main' | 'footer' | 'templates'> {
  readonly head?: Part;
  /** A link to the home page, by default. */
  readonly header?: Part;
  readonly navigation?: Part | undefined;
  readonly main: Part;
  readonly footer?: Part;
  readonly templates?: Part;
}

/** Answers with the page. */
export async function sendPage(exchange: Exchange, page: Page, status = 200): Promise<void> {
  const { fields, content } = await renderPage(page);
  exchange.send(status, fields, content);
}

export async function renderPage(page: Page): Promise<RenderedPage> {
  const { html, render } = await loadRenderer();
  const optional = (part: Part | undefined) => (part === undefined ? undefined : render(part(html)));
  return renderDocument({
    ...page,
    head: optional(page.head),
    header: optional(page.header) ?? HOME_LINK,
    navigation: optional(page.navigation),
    main: render(page.main(html)),
    footer: optional(page.footer),
    templates: optional(page.templates),
  });
}

/** The header of a page without one of its own. */
export const HOME_LINK = '<div class="bar"><a href="/">Sparring</a></div>';

/** Loads the template libraries on first use: a server that sends no page does not need them. */
async function loadRenderer() {
  const [{ h }, htm, { render }] = await Promise.all([
    import('preact'),
    import('htm'),
    import('preact-render-to-string'),
  ]);
  // The types of htm describe its CommonJS file, where the function is one level deeper than in the module.
  const tag = htm.default as unknown as (typeof htm)['default']['default'];
  const html: Html = tag.bind(h);
  return {
    html,
    render: (markup: Markup) =>
      [markup]
        .flat()
        .map((part) => render(part))
        .join(''),
  };
}
