import type { Exchange } from '../http/exchange.ts';
import { type Page, renderPage } from '../http/page.ts';
import { toBaseUrl } from './base-url.ts';
import type { DocsContext } from './context.ts';

/** Answers with a page about this server under the address it was called by. */
export async function answerPage(
  exchange: Exchange,
  service: DocsContext,
  toPage: (service: DocsContext, baseUrl: string) => Page,
): Promise<void> {
  const baseUrl = toBaseUrl(exchange);
  const { fields, content } = await service.pages.get(`${exchange.template} ${baseUrl}`, () =>
    renderPage(toPage(service, baseUrl)),
  );
  exchange.send(200, fields, content);
}
