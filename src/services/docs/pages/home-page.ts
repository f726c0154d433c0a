import { prose } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Service } from '../../../http/routing/service.ts';
import type { BaseUrls, DocsContext } from '../context.ts';
import type { Guide } from '../guides/guide.ts';
import type { DocsPage } from './docs-page.ts';
import { exampleList, languageSelect } from './example-list.ts';
import { guideList } from './guide-pages.ts';
import { tryPanel } from './try-panel.ts';

/** The home page: what this server does, with links to the reference and the guides. */
export function homePage(context: DocsContext, baseUrls: BaseUrls, guides: readonly Guide[]): DocsPage {
  const { services, version } = context;
  const [endpoint] = services[0]?.endpoints ?? [];
  return {
    title: 'Sparring',
    description: 'A server to test HTTP clients against: endpoints, examples and guides.',
    main: (html) => html`
      <div class="intro">
        <h1>Sparring <small>${version}</small></h1>
        <p class="lead">A server to test HTTP clients against.</p>
        ${firstExample(html, services, baseUrls)}
      </div>
      ${searchForm(html, context)}
      <h2>Services</h2>
      <ul class="services">${services.map((service) => cardOf(html, service, context, baseUrls))}</ul>
      <h2>Guides</h2>
      ${guideList(html, guides)}`,
    ...(endpoint && { templates: (html: Html) => tryPanel(html, endpoint) }),
  };
}

/** The first example of the first service. */
function firstExample(html: Html, services: readonly Service[], baseUrls: BaseUrls): Markup | undefined {
  const [service] = services;
  const endpoint = service?.endpoints[0];
  return (
    endpoint &&
    html`
      ${languageSelect(html)}
      ${exampleList(html, endpoint, { baseUrls, service, examples: endpoint.examples.slice(0, 1) })}`
  );
}

/** The script of the index applies the filter. Without it, the index shows all endpoints. */
function searchForm(html: Html, { catalogue }: DocsContext): Markup {
  const count = catalogue.families.reduce((sum, { entries }) => sum + entries.length, 0);
  return html`
    <search class="filter">
      <form action="/docs" method="get">
        <label for="find">Find an endpoint</label>
        <input id="find" name="filter" type="search" placeholder="cookie, POST, /status, a parameter …" autocomplete="off" spellcheck=${false} />
        <button>Find</button>
        <a href="/docs">All ${count} endpoints</a>
      </form>
    </search>`;
}

function cardOf(html: Html, service: Service, { catalogue }: DocsContext, baseUrls: BaseUrls): Markup {
  const { name, title, description, prefix, endpoints, pages } = service;
  const origin = baseUrls.isSameOrigin(service) ? '' : baseUrls.of(service);
  // The navigation has the pages of this origin only.
  const entryPath = service.entryPath ?? (origin === '' ? undefined : pages?.[0]?.path);
  const families = catalogue.families.filter((family) => family.service === service);
  return html`
    <li>
      <h3><a href="/docs#${name}">${title}</a></h3>
      <p>${prose(html, description)}</p>
      <p class="soft">${endpoints.length} endpoints at <code>${origin}${prefix}/</code></p>
      <nav class="tags" aria-label=${`Families: ${title}`}>${families.map((family) => html`<a href="/docs#${family.name}">${family.tag}</a>${' '}`)}</nav>
      <p class="links">${entryPath === undefined ? null : html`<a href=${`${origin}${entryPath}`} aria-label=${`Open: ${title}`}>Open</a> `}<a href="/docs/${name}/openapi.json" aria-label=${`OpenAPI 3.1: ${title}`}>OpenAPI 3.1</a></p>
    </li>`;
}
