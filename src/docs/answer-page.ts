import type { Exchange } from '../http/exchange.ts';
import { type Page, renderPage } from '../http/page.ts';
import { type BaseUrls, toBaseUrl, toBaseUrls } from './base-url.ts';
import type { DocsContext } from './context.ts';

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
