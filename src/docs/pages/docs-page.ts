import type { Exchange } from '#http/message/exchange.ts';
import { sendCompressed, sendRepresentation } from '#http/message/representation.ts';
import type { Service } from '#http/routing/service.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { html, type Markup } from '#pages/html.ts';
import { type Page, renderPage } from '#pages/page.ts';
import { type BaseUrls, buildBaseUrl, buildBaseUrls, type DocsContext } from '../context/context.ts';
import { stylesheet } from './stylesheet.ts';

/** The parts of a documentation page that differ from those of the others. */
export interface DocsPage {
  readonly title: string;
  readonly description: string;
  readonly layout?: string;
  /** The style of the elements that only this page has. */
  readonly stylesheet?: string;
  /** A page with a form that is checked for its origin needs `same-origin`. */
  readonly referrerPolicy?: 'same-origin';
  readonly skipLabel?: string;
  /** Origins of WebSocket connections. Not all browsers regard that of the page as its own. */
  readonly connections?: readonly string[];
  readonly main: Markup;
  /** Templates that the script uses. */
  readonly templates?: Markup;
}

/**
 * Sends a documentation page with the URLs that the client called this server by.
 * @param path of the page, in the form that the navigation links
 */
export async function sendDocsPage(
  exchange: Exchange,
  service: DocsContext,
  path: string,
  toDocsPage: (service: DocsContext, baseUrls: BaseUrls) => DocsPage,
): Promise<void> {
  const page = await service.pages.get(`${path} ${buildBaseUrl(exchange)}`, async () => {
    const content = toDocsPage(service, buildBaseUrls(exchange, service));
    const { services, prefix } = exchange;
    return renderPage(buildPage(content, service.services, await service.loadScript()), {
      services,
      path,
      prefix,
    });
  });
  sendRepresentation(exchange, page);
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
  const page = buildPage(content, service.services, await service.loadScript());
  const rendered = renderPage(page, { services, path, prefix });
  await sendCompressed(exchange, [...rendered.fields, ...fields], rendered.content);
}

function buildPage(
  { description, connections = [], stylesheet: ownStylesheet = '', ...page }: DocsPage,
  services: readonly Service[],
  script: string,
): Page {
  return {
    ...page,
    stylesheet: stylesheet + ownStylesheet,
    script,
    scriptUrl: '/docs/page.js',
    images: 'blob:',
    policy: [["connect-src 'self'", ...connections].join(' '), "form-action 'self'"],
    head: html`<meta name="description" content=${description} />`,
    footer: footer(services),
  };
}

function footer(services: readonly Service[]): Markup {
  const descriptions = services.map(
    ({ name, documentation: { title } }) =>
      html`<li><a href="/docs/${name}/openapi.json">OpenAPI: ${title}</a></li>`,
  );
  return html`
    <ul>
      <li><a href="/">Home</a></li>
      <li><a href="/docs">Reference</a></li>
      <li><a href="/docs/guides">Guides</a></li>
      <li><a href="/legacy">Manual page</a></li>
      <li><a href="/llms.txt">Plain text</a></li>
      ${descriptions}
    </ul>
    <p>This page loads nothing from other servers, and sends requests to this server only.</p>`;
}
