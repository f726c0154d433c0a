import type { Exchange } from '../../http/exchange.ts';
import { type Html, type Markup, type Page, renderPage } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import { type BaseUrls, type DocsContext, toBaseUrl, toBaseUrls } from '../context.ts';
import { stylesheet } from './stylesheet.ts';
import { tryPanel } from './try-panel.ts';

/** The parts of a documentation page that differ from those of the others. */
export interface DocsPage {
  readonly title: string;
  readonly description: string;
  readonly layout?: string;
  main(html: Html): Markup;
}

/** Sends a documentation page with the URLs that the client called this server by. */
export async function sendDocsPage(
  exchange: Exchange,
  service: DocsContext,
  toDocsPage: (service: DocsContext, baseUrls: BaseUrls) => DocsPage,
): Promise<void> {
  const { fields, content } = await service.pages.get(
    `${exchange.template} ${toBaseUrl(exchange)}`,
    async () => {
      const page = toDocsPage(service, toBaseUrls(exchange, service));
      return renderPage(toPage(page, service.services, await service.loadScript()), exchange);
    },
  );
  exchange.send(200, fields, content);
}

function toPage({ description, ...page }: DocsPage, services: readonly Service[], script: string): Page {
  return {
    ...page,
    stylesheet,
    script,
    scriptUrl: '/docs/page.js',
    images: 'blob:',
    policy: ["connect-src 'self'", "form-action 'none'"],
    skipLabel: 'Skip to the endpoints',
    head: (html) => html`<meta name="description" content=${description} />`,
    footer: (html) => footer(html, services),
    templates: tryPanel,
  };
}

/** The field that filters endpoints. Visible with the script only. */
export function filterField(html: Html): Markup {
  return html`
    <search class="filter scripted">
      <label for="filter">Filter</label>
      <input id="filter" type="search" placeholder="cookie, POST, /status …" autocomplete="off" spellcheck=${false} />
      <p id="found" role="status"></p>
    </search>`;
}

function footer(html: Html, services: readonly Service[]): Markup {
  const descriptions = services.map(
    ({ name, title }) => html`<li><a href="/docs/${name}/openapi.json">OpenAPI: ${title}</a></li>`,
  );
  return html`
    <ul>
      <li><a href="/">Home</a></li>
      <li><a href="/docs">Reference</a></li>
      <li><a href="/legacy">Manual page</a></li>
      <li><a href="/llms.txt">Plain text</a></li>
      ${descriptions}
    </ul>
    <p>This page loads nothing from other servers, and sends requests to this server only.</p>`;
}
