import type { Exchange } from '#http/message/exchange.ts';
import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import type { CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import type { DocsContext } from '../context/context.ts';
import { type DocsPage, sendDocsPage } from './docs-page.ts';
import { endpointBadges } from './endpoint-heading.ts';
import { searchForm } from './search-form.ts';

const stylesheet = `
.endpoints { font: var(--t-14); margin-top: var(--2); }
.endpoints > li { border-top: 1px solid var(--line); color: var(--ink-2); display: grid; gap: 0 var(--4); padding: 7px 0; } .endpoints > li > :first-child { color: var(--ink); }
.endpoints :is(a, code) { font: var(--m-13); }
@media (min-width: 50rem) { .endpoints > li { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
`;

/** Sends the index of the reference: every endpoint of every service with a link to its page, grouped by family. */
export function sendIndexPage(exchange: Exchange, service: DocsContext): Promise<void> {
  return sendDocsPage(exchange, service, '/docs', indexPage);
}

function indexPage({ services, version, catalogue }: DocsContext): DocsPage {
  return {
    title: 'Reference',
    description: 'Every endpoint of this server, with a page for each: parameters, responses and examples.',
    skipLabel: 'Skip to the endpoints',
    stylesheet,
    main: html`
      <h1>Reference <small>${version}</small></h1>
      ${searchForm()}
      ${services.map((service) => {
        const families = catalogue.families.filter((family) => family.service === service);
        return sectionOf(service, families);
      })}`,
  };
}

function sectionOf(service: Service, families: readonly Family[]): Markup {
  return html`
    <section id=${service.name}>
      <h2>${service.documentation.title}</h2>
      <p>${prose(service.documentation.description)} <a href="/docs/${service.name}/openapi.json" aria-label=${`OpenAPI 3.1: ${service.documentation.title}`}>OpenAPI 3.1</a></p>
      <nav class="tags" aria-label="${service.documentation.title}">
        ${families.map(({ name, tag }) => html`<a href="#${name}">${tag}</a>${' '}`)}
      </nav>
      ${families.map(familyOf)}
    </section>`;
}

function familyOf({ service, tag, name, entries }: Family): Markup {
  const description = service.documentation.tags[tag];
  return html`
    <section id=${name}>
      <h3>${tag}</h3>
      ${description === undefined ? undefined : html`<p class="soft">${description.includes('`') ? prose(description) : description}</p>`}
      <ul class="endpoints">${entries.map(itemOf)}</ul>
    </section>`;
}

function itemOf({ endpoint, page }: CatalogueEntry): Markup {
  return html`
    <li>
      <span><a href=${page}>${endpoint.path}</a>${endpointBadges(endpoint)}</span>
      ${endpoint.summary.includes('`') ? prose(endpoint.summary) : endpoint.summary}
    </li>`;
}
