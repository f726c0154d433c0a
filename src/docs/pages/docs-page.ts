import type { Exchange } from '#http/message/exchange.ts';
import { sendCompressed, sendRepresentation } from '#http/message/representation.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Page, renderPage } from '#pages/page.ts';
import { codeStyle, figureStyle } from '#pages/styles/code.ts';
import { footStyle } from '#pages/styles/shell.ts';
import { pageStylesheet } from '#pages/styles/stylesheet.ts';
import { viewStyle } from '#pages/styles/views.ts';
import { type BaseUrls, buildBaseUrl, buildBaseUrls, type DocsContext } from '../context/context.ts';
import { docsStyle } from './stylesheet.ts';

/** The parts of a documentation page that differ from those of the others. */
export interface DocsPage {
  readonly title: string;
  readonly description: string;
  readonly layout?: string;
  /** The style of the elements that only this page has. */
  readonly stylesheet?: string;
  /** Styles of its parts: those of code and of choices, by default. */
  readonly styles?: readonly string[];
  /** A page with a form that is checked for its origin needs `same-origin`. */
  readonly referrerPolicy?: 'same-origin';
  readonly skipLabel?: string;
  /** Origins of WebSocket connections. Not all browsers regard that of the page as its own. */
  readonly connections?: readonly string[];
  /** Beside the content. */
  readonly navigation?: Markup;
  /** The query of the page of the search, which the field of the header has. */
  readonly query?: string;
  readonly main: Markup;
  /** Templates that the script uses. */
  readonly templates?: Markup;
}

/**
 * Sends a documentation page with the URLs that the client called this server by.
 * @param path of the page, in the form that the navigation links
 * @param variant of the page, where its path has several
 */
export async function sendDocsPage(
  exchange: Exchange,
  service: DocsContext,
  path: string,
  toDocsPage: (service: DocsContext, baseUrls: BaseUrls) => DocsPage | Promise<DocsPage>,
  variant = '',
): Promise<void> {
  const page = await service.pages.get(`${path} ${variant} ${buildBaseUrl(exchange)}`, async () => {
    const content = await toDocsPage(service, buildBaseUrls(exchange, service));
    const { services, prefix } = exchange;
    return renderPage(buildPage(content, (await service.loadScript()).text), {
      services,
      path,
      prefix,
    });
  });
  await sendRepresentation(exchange, page);
}

/** Sends a documentation page that depends on the query of the request, so that it is not cached. */
export async function sendFreshPage(
  exchange: Exchange,
  service: DocsContext,
  path: string,
  content: DocsPage,
  fields: Fields = [],
): Promise<void> {
  const { services, prefix } = exchange;
  const page = buildPage(content, (await service.loadScript()).text);
  const rendered = renderPage(page, { services, path, prefix });
  await sendCompressed(exchange, [...rendered.fields, ...fields], rendered.content);
}

function buildPage(
  {
    description,
    connections = [],
    stylesheet = '',
    styles = [codeStyle, figureStyle, viewStyle],
    ...page
  }: DocsPage,
  script: string,
): Page {
  return {
    ...page,
    stylesheet: pageStylesheet(docsStyle + stylesheet, footStyle, ...styles),
    script,
    scriptUrl: '/docs/page.js',
    images: 'blob:',
    policy: [["connect-src 'self'", ...connections].join(' '), "form-action 'self'"],
    head: html`<meta name="description" content=${description} />`,
  };
}
