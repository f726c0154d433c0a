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

/** The reference page: every endpoint of every service in full, beside a table of contents. */
export function referencePage({ services, version }: DocsContext, baseUrls: BaseUrls): DocsPage {
  return {
    title: 'Reference',
    description: 'Every endpoint of this server: parameters, responses and examples.',
    layout: 'reference',
    main: (html) => html`
      <div class="side">
      <h1>Reference <small>${version}</small></h1>
      ${filterField(html)}
      <nav class="contents" aria-label="Contents">${services.map((service) => contentsOf(html, service))}</nav>
      </div>
      <div>${services.map((service) => sectionOf(html, service, baseUrls))}</div>`,
  };
}

function contentsOf(html: Html, service: Service): Markup {
  const linkOf = (endpoint: Endpoint) => html`
    <li data-find=${toSearchText(endpoint)}>
      <a href="#${endpointAnchor(endpoint)}"><span class="method">${endpoint.methods[0]}</span> <code>${endpoint.path}</code></a>
    </li>`;
  return html`
    <p><a href="#${service.name}">${service.title}</a></p>
    <ul>${toGroups(service).map(
      ([tag, endpoints]) => html`
        <li data-group=""><a href="#${tagAnchor(service, tag)}">${tag}</a><ul>${endpoints.map(linkOf)}</ul></li>`,
    )}</ul>`;
}

function sectionOf(html: Html, service: Service, baseUrls: BaseUrls): Markup {
  return html`
    <section id=${service.name} data-group="">
      <h2>${service.title}</h2>
      <p>${prose(html, service.description)} <a href="/docs/${service.name}/openapi.json">OpenAPI 3.1</a></p>
      ${tagSections(html, service, (endpoint) => articleOf(html, service, endpoint, baseUrls))}
    </section>`;
}

function articleOf(html: Html, service: Service, endpoint: Endpoint, baseUrls: BaseUrls): Markup {
  const anchor = endpointAnchor(endpoint);
  return html`
    <article class="endpoint" id=${anchor} data-find=${toSearchText(endpoint)}>
      ${endpointHeading(html, endpoint)}
      <p>${prose(html, endpoint.summary)} <a class="anchor" href="#${anchor}" aria-label=${`Link to ${endpoint.path}`}>#</a></p>
      ${endpointDetails(html, endpoint, { baseUrls, service, isInFull: true })}
    </article>`;
}
