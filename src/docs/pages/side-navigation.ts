import type { Service } from '#http/routing/service.ts';
import { icon } from '#pages/components/icon.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import type { Catalogue, CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import { GROUPS, type Guide } from '../guides/guide.ts';
import { MAX_QUERY_LENGTH } from '../search/search-entry.ts';
import { nameOf } from './endpoint-heading.ts';

/** The services with their numbers of endpoints, and the groups of one of them as links to its sections. */
export function referenceNavigation(catalogue: Catalogue, shown: Service): Markup {
  const families = catalogue.families.filter(({ service }) => service === shown);
  const link = ({ name, tag, entries }: Family) =>
    html`<li><a href=${`#${name}`}>${tag}<span class="n">${entries.length}</span></a></li>`;
  return besideContent('Groups', [
    filterForm(shown.endpoints.length),
    html`<h2>${shown.documentation.title}</h2><ul>${families.map(link)}</ul>`,
  ]);
}

/** All endpoints in their groups, of which that of the current endpoint is open. */
export function endpointNavigation(catalogue: Catalogue, current: CatalogueEntry): Markup {
  const link = (entry: CatalogueEntry) => html`
    <li><a href=${entry.page} aria-current=${entry === current ? 'page' : undefined}>${method(nameOf(entry.endpoint.methods[0]))}<code>${entry.endpoint.path}</code></a></li>`;
  const group = ({ tag, entries }: Family) => html`
    <details class="group" open=${entries.includes(current)}>
      <summary>${icon('right')}${tag}<span class="n">${entries.length}</span></summary>
      <ul>${entries.map(link)}</ul>
    </details>`;
  return besideContent('Endpoints', [
    filterForm(catalogue.families.reduce((sum, { entries }) => sum + entries.length, 0)),
    [...Map.groupBy(catalogue.families, ({ service }) => service)].flatMap(
      ([{ documentation }, families]) => html`<h2>${documentation.title}</h2>${families.map(group)}`,
    ),
  ]);
}

/** All guides in their groups. */
export function guideNavigation(guides: readonly Guide[], current: Guide): Markup {
  const link = (guide: Guide) =>
    html`<li><a href=${`/docs/guides/${guide.name}`} aria-current=${guide === current ? 'page' : undefined}>${guide.title}</a></li>`;
  return besideContent(
    'Guides',
    GROUPS.map(
      (group) => html`<h2>${group}</h2><ul>${guides.filter((guide) => guide.group === group).map(link)}</ul>`,
    ),
  );
}

/** Beside the content on a wide screen, and folded above it on a narrow one. */
function besideContent(label: string, content: unknown): Markup {
  return html`
    <details class="contents">
      <summary>${icon('right')}Contents</summary>
      <nav class="side" aria-label=${label}>${content}</nav>
    </details>`;
}

/** The script filters the endpoints of the page as the user types. Without it, the form searches. */
function filterForm(count: number): Markup {
  return html`
    <form class="filter" role="search" aria-label="Endpoints" action="/docs/search" method="get">
      <label class="with-icon">${icon('filter')}<input class="in" name="q" type="search" aria-label="Filter the endpoints" placeholder=${`Filter ${count} endpoints`} maxlength=${MAX_QUERY_LENGTH} autocomplete="off" spellcheck=${false} /></label>
      <p class="hint" role="status"></p>
    </form>`;
}
