import { html, type Markup } from '#pages/html.ts';
import { MAX_QUERY_LENGTH } from '../search/search-entry.ts';

/** The search field of a page. Without the script, it leads to the page of the results. */
export function searchForm(query = ''): Markup {
  return html`
    <search class="finder">
      <form action="/docs/search" method="get" role="search" aria-label="Search the documentation in the page">
        <label for="q">Search</label>
        <input class="in" id="q" name="q" type="search" value=${query} maxlength=${MAX_QUERY_LENGTH} placeholder="retry, /status, POST json, --port …" autocomplete="off" spellcheck=${false} />
        <button class="btn">Search</button>
      </form>
    </search>`;
}
