import type { Exchange } from '#http/message/exchange.ts';
import { html } from '#pages/html.ts';
import type { DocsContext } from '../context/context.ts';
import { resultList } from '../search/result-list.ts';
import type { SearchResults } from '../search/search.ts';
import { sendFreshPage } from './docs-page.ts';

/** Sends the results of a search over endpoints, guides, settings, faults and commands. */
export function sendSearchPage(
  exchange: Exchange,
  service: DocsContext,
  query: string,
  found: SearchResults,
): Promise<void> {
  return sendFreshPage(exchange, service, '/docs/search', {
    title: query === '' ? 'Search' : `${query}: search`,
    description: 'Search over endpoints, guides, settings, faults and commands.',
    layout: 'search-page',
    query,
    main: html`
      <h1>Search</h1>
      <div id="results" aria-live="polite">${resultList(query, found)}</div>`,
  });
}
