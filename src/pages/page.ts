import { type DocumentContent, type RenderedPage, renderDocument } from './document.ts';
import type { Html, Markup } from './markup.ts';
import type { Site } from './site-header.ts';

export type { Html, Markup } from './markup.ts';

type Part = (html: Html) => Markup;

/** A page whose parts are templates. */
export interface Page
  extends Omit<DocumentContent, 'head' | 'account' | 'navigation' | 'main' | 'footer' | 'templates'> {
  readonly head?: Part;
  readonly account?: Part | undefined;
  readonly navigation?: Part | undefined;
  readonly main: Part;
  readonly footer?: Part;
  readonly templates?: Part;
}

export async function renderPage(page: Page, site: Site): Promise<RenderedPage> {
  const { html, render } = await loadRenderer();
  const optional = (part: Part | undefined) => (part === undefined ? undefined : render(part(html)));
  const content: DocumentContent = {
    ...page,
    head: optional(page.head),
    account: optional(page.account),
    navigation: optional(page.navigation),
    main: render(page.main(html)),
    footer: optional(page.footer),
    templates: optional(page.templates),
  };
  return renderDocument(content, site);
}

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
