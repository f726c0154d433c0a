import { resultList } from '../search/result-list.ts';
import type { SearchResults } from '../search/search.ts';
import type { DocsPage } from './docs-page.ts';
import { searchForm } from './search-form.ts';

/** The results of a search over endpoints, guides, settings, faults and commands. */
export function searchPage(query: string, found: SearchResults): DocsPage {
  return {
    title: query === '' ? 'Search' : `${query}: search`,
    description: 'Search over endpoints, guides, settings, faults and commands.',
    main: (html) => html`
      <h1>Search</h1>
      ${searchForm(html, query)}
      <div id="results" aria-live="polite">${resultList(html, query, found)}</div>`,
  };
}
