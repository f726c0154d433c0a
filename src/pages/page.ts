import { render } from 'preact-render-to-string';
import { type DocumentContent, type RenderedPage, renderDocument } from './document.ts';
import type { Markup } from './html.ts';
import type { Site } from './site-header.ts';

/** A page whose parts are markup. */
export interface Page
  extends Omit<DocumentContent, 'head' | 'account' | 'navigation' | 'main' | 'templates'> {
  readonly head?: Markup;
  readonly account?: Markup | undefined;
  readonly navigation?: Markup | undefined;
  readonly main: Markup;
  readonly templates?: Markup;
}

export function renderPage(page: Page, site: Site): RenderedPage {
  const { head, account, navigation, main, templates } = page;
  const content: DocumentContent = {
    ...page,
    head: renderPart(head),
    account: renderPart(account),
    navigation: renderPart(navigation),
    main: renderMarkup(main),
    templates: renderPart(templates),
  };
  return renderDocument(content, site);
}

function renderPart(part: Markup | undefined): string | undefined {
  return part === undefined ? undefined : renderMarkup(part);
}

function renderMarkup(markup: Markup): string {
  return [markup]
    .flat()
    .map((part) => render(part))
    .join('');
}
