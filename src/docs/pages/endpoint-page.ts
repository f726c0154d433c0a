import type { Exchange } from '#http/message/exchange.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { prose } from '#pages/components/prose.ts';
import { table } from '#pages/components/table.ts';
import { html, type Markup } from '#pages/html.ts';
import { pageLinks } from '#pages/navigation.ts';
import type { Catalogue, CatalogueEntry, Family } from '../catalogue/catalogue.ts';
import type { BaseUrls, DocsContext } from '../context/context.ts';
import { directiveRows } from '../openapi/directive-table.ts';
import { articleStylesheet } from './article-stylesheet.ts';
import { type DocsPage, sendDocsPage } from './docs-page.ts';
import { endpointBadges } from './endpoint-heading.ts';
import { exampleStylesheet } from './example-stylesheet.ts';
import { exampleList, languageChoice } from './examples/example-list.ts';
import { loadResponses, type RecordedResponse } from './examples/load-responses.ts';
import { parameterList } from './parameter-list.ts';
import { responseList } from './response-list.ts';
import { endpointNavigation } from './side-navigation.ts';
import { sideStylesheet } from './side-stylesheet.ts';
import { tryPanel } from './try-panel.ts';
import { webSocketConsole } from './websocket-console.ts';

/** Sends the page of an endpoint: parameters, responses and examples, beside the other endpoints of its family. */
export async function sendEndpointPage(
  exchange: Exchange,
  service: DocsContext,
  entry: CatalogueEntry,
  family: Family,
): Promise<void> {
  const hasInspector = pageLinks(exchange).some(({ path }) => path === '/_sparring/inspector');
  await sendDocsPage(exchange, service, entry.page, async ({ catalogue }, baseUrls) => {
    const { [entry.name]: responses = [] } = await loadResponses();
    return {
      ...endpointPage(entry, family, { catalogue, baseUrls, hasInspector, responses }),
      navigation: endpointNavigation(catalogue, entry),
    };
  });
}

interface EndpointPageOptions {
  readonly catalogue: Catalogue;
  readonly baseUrls: BaseUrls;
  readonly hasInspector: boolean;
  /** Those to the examples, in their order. */
  readonly responses: readonly (RecordedResponse | null)[];
}

function endpointPage(
  entry: CatalogueEntry,
  family: Family,
  { catalogue, baseUrls, hasInspector, responses }: EndpointPageOptions,
): DocsPage {
  const { endpoint, service } = entry;
  const { path, summary, description, documentation, methods } = endpoint;
  return {
    title: `${methods[0] === '*' ? 'Any method' : methods[0]} ${path}`,
    description: summary,
    layout: 'docs endpoint-page',
    stylesheet: sideStylesheet + articleStylesheet + exampleStylesheet,
    main: html`
      <header>
        ${breadcrumb(family, catalogue)}
        <h1><code>${path}</code></h1>
        <p class="methods">${endpointBadges(endpoint)}</p>
        <p class="lead">${prose(summary)}</p>
        ${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
        ${accessOf(endpoint, service)}
        ${documentation === undefined ? undefined : html`<p><a href=${documentation} rel="noreferrer">Documentation of the original</a></p>`}
      </header>
      <section class="samples" aria-labelledby="examples">
        <div class="title"><h2 id="examples" class="vh">Examples</h2>${languageChoice()}</div>
        ${endpoint.upgrade && webSocketConsole(endpoint)}
        ${exampleList(endpoint, { baseUrls, service, responses })}
      </section>
      <article>
        ${directiveSection(endpoint)}
        ${parameterList(endpoint)}
        ${responseList(endpoint)}
      </article>`,
    templates: tryPanel(endpoint, {
      isDigest: isDigest(service, endpoint),
      // What the journal records of this origin.
      hasInspector: service.name === 'testing' && hasInspector,
    }),
    ...(endpoint.upgrade && { connections: [baseUrls.of(service).replace(/^http/, 'ws')] }),
  };
}

function directiveSection({ directives }: Endpoint): Markup | undefined {
  if (directives === undefined) return undefined;
  const [headings = [], ...rows] = directiveRows(directives);
  return html`<section><h2>Directives</h2>${table(
    'Directives',
    headings,
    rows.map((cells) => cells.map(prose)),
  )}</section>`;
}

function breadcrumb({ service, tag, name }: Family, { indexOf }: Catalogue): Markup {
  return html`
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <a href="/docs">Reference</a> / <a href=${indexOf(service)}>${service.documentation.title}</a> / <a href=${indexOf(service, name)}>${tag}</a>
    </nav>`;
}

function accessOf({ access }: Endpoint, { documentation: { security } }: Service): Markup | undefined {
  const credentials = access === undefined ? undefined : security?.[access];
  return credentials && html`<p>Credentials: ${prose(credentials.description)}</p>`;
}

/** Whether the endpoint requires the digest scheme (RFC 7616). */
function isDigest({ documentation: { security } }: Service, { access }: Endpoint): boolean {
  const schemes = access === undefined ? {} : (security?.[access]?.schemes ?? {});
  return Object.values(schemes).some((scheme) => Reflect.get(scheme, 'scheme') === 'digest');
}
