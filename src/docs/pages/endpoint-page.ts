import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';
import type { CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import type { BaseUrls } from '../context/context.ts';
import { articleStylesheet } from './article-stylesheet.ts';
import { codeStylesheet } from './code-stylesheet.ts';
import type { DocsPage } from './docs-page.ts';
import { endpointBadges } from './endpoint-heading.ts';
import { exampleList, languageSelect } from './example-list.ts';
import { exampleStylesheet } from './example-stylesheet.ts';
import { parameterList } from './parameter-list.ts';
import { responseList } from './response-list.ts';
import { tryPanel } from './try-panel.ts';
import { webSocketConsole } from './websocket-console.ts';

/** The page of an endpoint: parameters, responses and examples, beside the other endpoints of its family. */
export function endpointPage(
  entry: CatalogueEntry,
  family: Family,
  baseUrls: BaseUrls,
  hasInspector: boolean,
): DocsPage {
  const { endpoint, service } = entry;
  const { path, summary, description, documentation, methods } = endpoint;
  return {
    title: `${methods[0] === '*' ? 'Any method' : methods[0]} ${path}`,
    description: summary,
    layout: 'endpoint-page',
    stylesheet: articleStylesheet + codeStylesheet + exampleStylesheet,
    main: (html) => html`
      <article>
        ${breadcrumb(html, family)}
        <h1><code>${path}</code>${endpointBadges(html, endpoint)}</h1>
        <p class="lead">${prose(html, summary)}</p>
        ${description === undefined ? undefined : html`<p>${prose(html, description)}</p>`}
        ${accessOf(html, endpoint, service)}
        ${documentation === undefined ? undefined : html`<p><a href=${documentation} rel="noreferrer">Documentation of the original</a></p>`}
        ${parameterList(html, endpoint)}
        ${responseList(html, endpoint)}
      </article>
      <section class="samples" aria-labelledby="examples">
        <div class="title"><h2 id="examples">Examples</h2>${languageSelect(html)}</div>
        ${endpoint.upgrade && webSocketConsole(html, endpoint)}
        ${exampleList(html, endpoint, { baseUrls, service })}
      </section>
      ${siblings(html, entry, family)}`,
    templates: (html) =>
      tryPanel(html, endpoint, {
        isDigest: isDigest(service, endpoint),
        // What the journal records of this origin.
        hasInspector: service.name === 'testing' && hasInspector,
      }),
    ...(endpoint.upgrade && { connections: [baseUrls.of(service).replace(/^http/, 'ws')] }),
  };
}

function breadcrumb(html: Html, { service, tag, name }: Family): Markup {
  return html`
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <a href="/docs">Reference</a> / <a href="/docs#${service.name}">${service.documentation.title}</a> / <a href="/docs#${name}">${tag}</a>
    </nav>`;
}

function accessOf(
  html: Html,
  { access }: Endpoint,
  { documentation: { security } }: Service,
): Markup | undefined {
  const credentials = access === undefined ? undefined : security?.[access];
  return credentials && html`<p>Credentials: ${prose(html, credentials.description)}</p>`;
}

/** Whether the endpoint requires the digest scheme (RFC 7616). */
function isDigest({ documentation: { security } }: Service, { access }: Endpoint): boolean {
  const schemes = access === undefined ? {} : (security?.[access]?.schemes ?? {});
  return Object.values(schemes).some((scheme) => Reflect.get(scheme, 'scheme') === 'digest');
}

function siblings(html: Html, current: CatalogueEntry, { tag, entries }: Family): Markup {
  return html`
    <nav class="siblings" aria-label=${tag}>
      <h2>${tag}</h2>
      <ul>${entries.map(
        (entry) => html`
          <li><a href=${entry.page} aria-current=${entry === current ? 'page' : undefined}><span class="method">${entry.endpoint.methods[0] === '*' ? 'ANY' : entry.endpoint.methods[0]}</span> <code>${entry.endpoint.path}</code></a></li>`,
      )}</ul>
    </nav>`;
}
