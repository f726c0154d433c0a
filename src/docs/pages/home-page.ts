import type { Endpoint } from '../../http/endpoint.ts';
import { prose } from '../../http/pages/components.ts';
import type { Html, Markup } from '../../http/pages/page.ts';
import type { Service } from '../../http/service.ts';
import type { BaseUrls, DocsContext } from '../context.ts';
import { type DocsPage, filterField } from './docs-page.ts';
import {
  endpointAnchor,
  endpointDetails,
  endpointHeading,
  tagAnchor,
  tagSections,
  toGroups,
  toSearchText,
} from './endpoint-details.ts';
import { exampleList } from './example-list.ts';

/** The home page: what this server does, and every endpoint with its details folded. */
export function homePage({ services, version }: DocsContext, baseUrls: BaseUrls): DocsPage {
  return {
    title: 'Sparring',
    description: 'Documentation of this server for testing HTTP clients: endpoints and examples.',
    main: (html) => html`
      <div class="intro">
      <h1>Sparring <small>${version}</small></h1>
      <p class="lead">A server to test HTTP clients against.</p>
      ${firstExample(html, services, baseUrls)}
      <ul class="services">${services.map((service) => cardOf(html, service, baseUrls))}</ul>
      ${filterField(html)}
      </div>
      ${services.map((service) => sectionOf(html, service, baseUrls))}`,
  };
}

/** The first example of the first service. */
function firstExample(html: Html, services: readonly Service[], baseUrls: BaseUrls): Markup | undefined {
  const [service] = services;
  const endpoint = service?.endpoints[0];
  return (
    endpoint && exampleList(html, endpoint, { baseUrls, service, examples: endpoint.examples.slice(0, 1) })
  );
}

function cardOf(html: Html, service: Service, baseUrls: BaseUrls): Markup {
  const { name, title, description, prefix, endpoints, entryPath, pages = [] } = service;
  const origin = baseUrls.isSameOrigin(service) ? '' : baseUrls.of(service);
  return html`
    <li>
      <a href="#${name}">${title}</a>
      <p>${prose(html, description)}</p>
      <p class="soft">${endpoints.length} endpoints at <code>${origin}${prefix}/</code></p>
      <p class="links">${pages.map((page) => html`<a href=${`${origin}${page.path}`}>${page.title}</a> `)}${entryPath === undefined ? null : html`<a href=${`${origin}${entryPath}`} aria-label=${`Open: ${title}`}>Open</a> `}<a href="/docs#${name}" aria-label=${`Reference: ${title}`}>Reference</a> <a href="/docs/${name}/openapi.json" aria-label=${`OpenAPI 3.1: ${title}`}>OpenAPI 3.1</a></p>
    </li>`;
}

function sectionOf(html: Html, service: Service, baseUrls: BaseUrls): Markup {
  return html`
    <section id=${service.name} data-group="">
      <h2>${service.title}</h2>
      <nav class="tags" aria-label="${service.title}">
        ${toGroups(service).map(([tag]) => html`<a href="#${tagAnchor(service, tag)}">${tag}</a>${' '}`)}
      </nav>
      ${tagSections(html, service, (endpoint) => entryOf(html, service, endpoint, baseUrls))}
    </section>`;
}

function entryOf(html: Html, service: Service, endpoint: Endpoint, baseUrls: BaseUrls): Markup {
  const anchor = endpointAnchor(endpoint);
  return html`
    <details class="endpoint" id=${anchor} data-find=${toSearchText(endpoint)}>
      <summary>
        ${endpointHeading(html, endpoint)}
        <span class="soft">${prose(html, endpoint.summary)}</span>
      </summary>
      ${endpointDetails(html, endpoint, { baseUrls, service, isInFull: false })}
      <p class="further"><a href="/docs#${anchor}" aria-label=${`${endpoint.path} in the reference`}>In the reference</a></p>
    </details>`;
}
