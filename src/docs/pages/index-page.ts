import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import type { DocsContext } from '../context/context.ts';
import type { DocsPage } from './docs-page.ts';
import { endpointBadges } from './endpoint-heading.ts';
import { searchForm } from './search-form.ts';

const stylesheet = `
.endpoints { margin-top: 0.5rem; }
.endpoints > li { border-top: 1px solid var(--line); display: grid; gap: 0 1rem; padding: 0.5rem 0; }
.endpoints > li { color: var(--soft); } .endpoints > li > :first-child { color: var(--ink); }
.endpoints :is(a, code) { font: var(--mono); font-size: 0.95rem; }
@media (min-width: 50rem) { .endpoints > li { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
`;

/** The index of the reference: every endpoint of every service with a link to its page, grouped by family. */
export function indexPage({ services, version, catalogue }: DocsContext): DocsPage {
  return {
    title: 'Reference',
    description: 'Every endpoint of this server, with a page for each: parameters, responses and examples.',
    skipLabel: 'Skip to the endpoints',
    stylesheet,
    main: (html) => html`
      <h1>Reference <small>${version}</small></h1>
      ${searchForm(html)}
      ${services.map((service) => {
        const families = catalogue.families.filter((family) => family.service === service);
        return sectionOf(html, service, families);
      })}`,
  };
}

function sectionOf(html: Html, service: Service, families: readonly Family[]): Markup {
  return html`
    <section id=${service.name}>
      <h2>${service.documentation.title}</h2>
      <p>${prose(html, service.documentation.description)} <a href="/docs/${service.name}/openapi.json" aria-label=${`OpenAPI 3.1: ${service.documentation.title}`}>OpenAPI 3.1</a></p>
      <nav class="tags" aria-label="${service.documentation.title}">
        ${families.map(({ name, tag }) => html`<a href="#${name}">${tag}</a>${' '}`)}
      </nav>
      ${families.map((family) => familyOf(html, family))}
    </section>`;
}

function familyOf(html: Html, { service, tag, name, entries }: Family): Markup {
  const description = service.documentation.tags[tag];
  return html`
    <section id=${name}>
      <h3>${tag}</h3>
      ${description === undefined ? undefined : html`<p class="soft">${description.includes('`') ? prose(html, description) : description}</p>`}
      <ul class="endpoints">${entries.map((entry) => itemOf(html, entry))}</ul>
    </section>`;
}

function itemOf(html: Html, { endpoint, page }: CatalogueEntry): Markup {
  return html`
    <li>
      <span><a href=${page}>${endpoint.path}</a>${endpointBadges(html, endpoint)}</span>
      ${endpoint.summary.includes('`') ? prose(html, endpoint.summary) : endpoint.summary}
    </li>`;
}
