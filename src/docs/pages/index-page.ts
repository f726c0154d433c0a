import type { Exchange } from '#http/message/exchange.ts';
import type { Service } from '#http/routing/service.ts';
import { buttonLink } from '#pages/components/button.ts';
import { icon } from '#pages/components/icon.ts';
import { prose } from '#pages/components/prose.ts';
import { viewLinks } from '#pages/components/segmented-control.ts';
import { method } from '#pages/components/status.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import { viewStyle } from '#pages/styles/views.ts';
import type { CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import type { BaseUrls, DocsContext } from '../context/context.ts';
import { type DocsPage, sendDocsPage } from './docs-page.ts';
import { endpointLabels, nameOf } from './endpoint-heading.ts';
import { referenceNavigation } from './side-navigation.ts';
import { sideStylesheet } from './side-stylesheet.ts';

const stylesheet = `
.lead { color: var(--ink-2); font: var(--t-14); margin-bottom: var(--4); }
.service { margin-top: var(--6); } .service > header { align-items: center; display: flex; flex-wrap: wrap; gap: var(--1) var(--4); } .service > header h2 { margin: 0; } .service > header p { color: var(--ink-2); flex-basis: 100%; font: var(--t-13); order: 1; }
.service > .group { margin-top: var(--5); } .service .group > summary { align-items: center; display: flex; gap: 6px; list-style: none; } .service .group > summary h3 { margin: 0; } .service .n { margin: 0; padding: 0; }
.group > p { color: var(--ink-2); font: var(--t-13); margin: 0 0 var(--1) 18px; }
.endpoints a { border-top: 1px solid var(--line); color: var(--ink); display: grid; font: var(--t-13); gap: 0 8px; grid-template-columns: 52px minmax(0, 1fr); padding: 7px 8px 7px 0; text-decoration: none; } .endpoints a:hover { background: var(--surface-1); } .endpoints a > :last-child:not(code) { color: var(--ink-2); font: var(--t-12); grid-column: 2; }
.endpoints small { margin-left: 6px; } .endpoints .badge { margin-left: 6px; }
@media (min-width: 1100px) { .endpoints { columns: 2; column-gap: var(--6); } .endpoints > li { break-inside: avoid; } }
`;

/** Sends the index of the reference: every endpoint of a service with a link to its page, grouped by family. */
export function sendIndexPage(exchange: Exchange, service: DocsContext, shown: Service): Promise<void> {
  return sendDocsPage(
    exchange,
    service,
    '/docs',
    (context, baseUrls) => indexPage(context, baseUrls, shown),
    shown.name,
  );
}

function indexPage({ services, catalogue }: DocsContext, baseUrls: BaseUrls, shown: Service): DocsPage {
  const { name, endpoints, documentation } = shown;
  const { title, description } = documentation;
  const count = services.reduce((sum, service) => sum + service.endpoints.length, 0);
  return {
    title: shown === services[0] ? 'Reference' : `Reference: ${title}`,
    description: `Every endpoint of the service ${title}, with a page for each: parameters, responses and examples.`,
    skipLabel: 'Skip to the endpoints',
    layout: 'docs',
    stylesheet: sideStylesheet + stylesheet,
    styles: [viewStyle],
    navigation: referenceNavigation(catalogue, shown),
    main: html`
      <h1>Reference</h1>
      <p class="lead">${plural(count, 'endpoint')} in ${plural(services.length, 'service')}. Each page has examples for your address, <code>${baseUrls.here}</code>.</p>
      ${viewLinks(
        'Services',
        services.map((service) => ({
          href: catalogue.indexOf(service),
          label: service.documentation.title,
          count: String(service.endpoints.length),
          isCurrent: service === shown,
        })),
      )}
      <section class="service">
        <header>
          <h2>${title} <small>${endpoints.length}</small></h2>
          ${buttonLink('OpenAPI 3.1', `/docs/${name}/openapi.json`, { isSmall: true, icon: 'download', 'aria-label': `OpenAPI 3.1: ${title}` })}
          <p>${prose(description)}</p>
        </header>
        ${catalogue.families.filter((family) => family.service === shown).map(familyOf)}
      </section>`,
  };
}

function familyOf({ service, tag, name, entries }: Family): Markup {
  const description = service.documentation.tags[tag];
  return html`
    <details class="group" id=${name} open>
      <summary>${icon('right')}<h3>${tag}</h3><span class="n">${entries.length}</span></summary>
      ${description === undefined ? undefined : html`<p>${withCode(description)}</p>`}
      <ul class="endpoints">${entries.map(itemOf)}</ul>
    </details>`;
}

function itemOf({ endpoint, page }: CatalogueEntry): Markup {
  return html`
    <li><a href=${page}>${method(nameOf(endpoint.methods[0]))}<span><code>${endpoint.path}</code>${endpointLabels(endpoint)}</span><span>${withCode(endpoint.summary)}</span></a></li>`;
}

/** Most texts have no code, and need no element of their own. */
function withCode(text: string): Markup | string {
  return text.includes('`') ? prose(text) : text;
}
