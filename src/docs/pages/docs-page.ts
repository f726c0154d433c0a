import type { Exchange } from '../../http/exchange.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import { type Page, renderPage } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import type { DocsContext } from '../context.ts';
import { type BaseUrls, toBaseUrl, toBaseUrls } from '../context.ts';
import { stylesheet } from './stylesheet.ts';
import { tryPanel } from './try-panel.ts';

export interface Document {
  readonly title: string;
  readonly description: string;
  body(html: Html): Markup;
}

/** A page of the documentation, with the script that filters endpoints and copies and sends examples. */
export function toPage({ title, description, body }: Document, script: string): Page {
  return {
    title,
    stylesheet,
    script,
    scriptUrl: '/docs/page.js',
    policy: ["img-src 'self' blob:", "connect-src 'self'", "form-action 'none'"],
    head: (html) => html`
      <meta name="description" content=${description} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />`,
    body: (html) => html`
      <a class="skip" href="#main">Skip to the endpoints</a>
      ${body(html)}
      ${tryPanel(html)}
      <p id="announcement" class="unseen" role="status"></p>`,
  };
}

/** Hidden until the script is there; without it everything is shown. */
export function filterField(html: Html): Markup {
  return html`
    <search class="filter scripted">
      <label for="filter">Filter</label>
      <input id="filter" type="search" placeholder="cookie, POST, /status …" autocomplete="off" spellcheck=${false} />
      <p id="found" role="status"></p>
    </search>`;
}

/** Answers with a page about this server under the address it was called by. */
export async function answerPage(
  exchange: Exchange,
  service: DocsContext,
  toPage: (service: DocsContext, baseUrls: BaseUrls, script: string) => Page,
): Promise<void> {
  const baseUrl = toBaseUrl(exchange);
  const { fields, content } = await service.pages.get(`${exchange.template} ${baseUrl}`, async () =>
    renderPage(toPage(service, toBaseUrls(exchange, service), await service.loadScript())),
  );
  exchange.send(200, fields, content);
}

/** Where the same is told in other ways. */
export function pageFooter(html: Html, services: readonly Service[]): Markup {
  const descriptions = services.map(
    ({ name, title }) => html`<li><a href="/docs/${name}/openapi.json">OpenAPI: ${title}</a></li>`,
  );
  return html`
    <footer>
      <ul>
        <li><a href="/">Home</a></li>
        <li><a href="/docs">Reference</a></li>
        <li><a href="/legacy">As a manual page</a></li>
        <li><a href="/llms.txt">As plain text</a></li>
        ${descriptions}
      </ul>
      <p>Everything on this page comes from this server, and what you try goes to nobody else.</p>
    </footer>`;
}
