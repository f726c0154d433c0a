import { method as methodLabel } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import type { SearchResult, SearchResults } from './search.ts';
import { markWords } from './sentence.ts';

/** The results of a search. The server and the script of the pages render them. */
export function resultList(query: string, found: SearchResults): Markup {
  const { results, corrected, words } = found;
  if (query.trim() === '') return html`<p class="soft">Type a path, a word or a setting.</p>`;
  if (results.length === 0)
    return html`<p>Nothing matches <b>${query}</b>. The <a href="/docs">reference</a> has all endpoints, and the <a href="/docs/guides">guides</a> begin here.</p>`;
  return html`
    <div class="found">
      ${corrected === undefined ? null : html`<p>Showing results for <b>${corrected}</b>.</p>`}
      <ol class="results">${results.map((result) => itemOf(result, words))}</ol>
    </div>`;
}

function itemOf({ entry, sentence, missing }: SearchResult, words: readonly string[]): Markup {
  const { kind, url, title, heading, methods } = entry;
  const name = kind === 'guide' ? html`<span>${title}</span>` : html`<code>${title}</code>`;
  return html`
    <li>
      <a href=${url}>
        <span class="kind">${kind}</span>
        <span class="result-title">${name}${(methods ?? []).map((method) => html` ${methodLabel(method)}`)}${
          kind === 'guide' && heading ? html`<span> › ${heading}</span>` : null
        }</span>
        <span class="soft">${markWords(sentence, words).map(([part, isMatch]) => (isMatch ? html`<mark>${part}</mark>` : part))}</span>
        ${missing.length > 0 ? html`<span class="soft">Without: ${missing.map((word) => html`<s>${word}</s> `)}</span>` : null}
      </a>
    </li>`;
}
