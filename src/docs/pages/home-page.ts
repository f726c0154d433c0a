import type { Exchange } from '#http/message/exchange.ts';
import type { Service } from '#http/routing/service.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { button } from '#pages/components/button.ts';
import { codeFigure } from '#pages/components/code-figure.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import { navigationOf } from '#pages/navigation.ts';
import { plural } from '#pages/plural.ts';
import { type BaseUrls, buildBaseUrls, type DocsContext, type LatestBin } from '../context/context.ts';
import { GROUPS } from '../guides/guide.ts';
import { type DocsPage, sendDocsPage, sendFreshPage } from './docs-page.ts';
import { exampleList, languageSelect } from './example-list.ts';
import { exampleStylesheet } from './example-stylesheet.ts';
import { formatGroupId } from './guide-pages.ts';
import { searchForm } from './search-form.ts';
import { tryPanel } from './try-panel.ts';

const stylesheet = `
.lead { color: var(--ink-2); max-width: 60ch; }
.links { display: flex; flex-wrap: wrap; font: var(--t-13); gap: var(--1) var(--4); }
.services { display: grid; font: var(--t-14); gap: 0 var(--6); grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.services > li { border-top: 1px solid var(--line); padding: var(--4) 0; } .services h3 { margin: 0; } .services h3 a { color: inherit; }
.visitors { align-items: stretch; display: grid; font: var(--t-14); gap: var(--5) var(--6); grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); margin-top: var(--5); }
.visitors > li { border-top: 1px solid var(--line); min-width: 0; padding: var(--4) 0; }
.visitors h2 { margin: 0 0 var(--2); } .visitors :is(form:not(.panel), .code, .examples, .banner) { margin: var(--2) 0; } .visitors :is(.links, .language) { margin-top: var(--2); }
.visitors .expected { display: none; }
`;

/** Nothing stores a page with data of the server, and other windows get no reference to it. */
const PRIVATE: Fields = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** Sends the home page: a first step for each kind of visitor, then the search, and the families of endpoints. */
export function sendHomePage(
  exchange: Exchange,
  service: DocsContext,
  bins: readonly LatestBin[],
): Promise<void> {
  if (bins.length === 0) return sendDocsPage(exchange, service, '/', homePage);
  const page = homePage(service, buildBaseUrls(exchange, service), bins);
  return sendFreshPage(exchange, service, '/', page, PRIVATE);
}

function homePage(context: DocsContext, baseUrls: BaseUrls, bins: readonly LatestBin[] = []): DocsPage {
  const { services, version } = context;
  const [endpoint] = services[0]?.endpoints ?? [];
  return {
    title: 'Sparring',
    description: 'A server to test HTTP clients against: endpoints, examples and guides.',
    layout: 'home',
    stylesheet: exampleStylesheet + stylesheet,
    referrerPolicy: 'same-origin',
    main: html`
      <h1>Sparring <small>${version}</small></h1>
      <p class="lead">A server to test HTTP clients against: it answers as httpbin and as GitHub Enterprise do, records what arrives, and fails on request.</p>
      <ul class="visitors">
        <li>${clientCard(services, baseUrls)}</li>
        <li>${enterpriseCard(services, baseUrls)}</li>
        <li>${requestsCard(context, baseUrls, bins)}</li>
      </ul>
      ${searchForm()}
      <h2>Services</h2>
      <ul class="services">${services.map((service) => cardOf(service, context, baseUrls))}</ul>
      <h2>Guides</h2>
      <p class="links">${GROUPS.map((group) => html`<a href=${`/docs/guides#${formatGroupId(group)}`}>${group}</a> `)}</p>`,
    ...(endpoint && { templates: tryPanel(endpoint) }),
  };
}

/** For the author of a client: a first request, and what to do with it. */
function clientCard(services: readonly Service[], baseUrls: BaseUrls): Markup {
  const [service] = services;
  const endpoint = service?.endpoints[0];
  return html`
    <h2>I write an HTTP client</h2>
    <p>Use this server as its base URL.</p>
    ${service && endpoint && exampleList(endpoint, { baseUrls, service, examples: endpoint.examples.slice(0, 1) })}
    ${languageSelect()}
    <p class="links">
      <a href="/docs/guides/labs-faults">Break it: faults</a>
      <a href="/docs/guides/labs-sequences">Retries</a>
      <a href="/docs/guides/fixtures">Use it in tests</a>
    </p>`;
}

/** For the user of the API of GitHub Enterprise: its base URL, and how to sign in. */
function enterpriseCard(services: readonly Service[], baseUrls: BaseUrls): Markup | undefined {
  const api = services.find(({ name }) => name === 'api');
  if (!api) return undefined;
  return html`
    <h2>I integrate with GitHub Enterprise</h2>
    <p>Use this base URL:</p>
    ${codeFigure({ label: 'Base URL', code: `${baseUrls.of(api)}${api.prefix}` })}
    <p>The first start makes the user <code>starter</code>, and prints its password once. A new password:</p>
    ${codeFigure({ label: 'Shell', code: 'sparring user password starter' })}
    <p class="links">
      <a href="/docs/guides/flows-and-pages">OAuth flows</a>
      <a href="/docs/guides/two-factor">Two-factor</a>
      <a href=${`/docs#${AUTHORIZATIONS}`}>Authorizations</a>
    </p>`;
}

const AUTHORIZATIONS = 'api';

/** For who wants to see requests: a new bin, and the inspector. The form works without a script. */
function requestsCard(
  { services, hasJournal }: DocsContext,
  baseUrls: BaseUrls,
  bins: readonly LatestBin[],
): Markup {
  const control = services.find(({ name }) => name === 'control');
  if (!control)
    return html`
      <h2>I want to see requests</h2>
      <p>This server has no control API: start it with <code>--control</code>.</p>`;
  const origin = baseUrls.isSameOrigin(control) ? '' : baseUrls.of(control);
  const hasBins = origin === '' && control.endpoints.some(({ path }) => path === NEW_BIN);
  return html`
    <h2>I want to see requests</h2>
    <p>A bin is a URL of your own. Its page shows each request as it arrives.</p>
    ${hasBins ? html`<form action=${NEW_BIN} method="post">${button('New bin', { kind: 'primary' })}</form>` : null}
    ${latestBins(bins)}
    ${hasJournal ? null : html`<p class="banner">The journal is off, so nothing is recorded. At an address other than this machine, it needs both settings: <code>--journal 1000 --control-token TOKEN</code></p>`}
    <p>Without a bin: any path, such as <code>${baseUrls.here}/anything</code>.</p>
    <p class="links">
      <a href=${`${origin}/_sparring/inspector`}>Inspector: all requests</a>
      ${hasBins ? html`<a href="/_sparring/bins">All bins</a> ` : null}
      <a href="/docs/guides/assert-requests">Assert in a test</a>
    </p>`;
}

function latestBins(bins: readonly LatestBin[]): Markup | null {
  if (bins.length === 0) return null;
  return html`
    <ul aria-label="Latest bins">
      ${bins.map(
        ({ key, name, entries, age }) =>
          html`<li><a href=${`/_sparring/bins/${key}`}>${name ?? `Bin ${key}`}</a> <span class="soft">${plural(entries, 'request')}${age === undefined ? '' : `, the last ${age} ago`}</span></li>`,
      )}
    </ul>`;
}

const NEW_BIN = '/_sparring/new-bin';

function cardOf(service: Service, { catalogue }: DocsContext, baseUrls: BaseUrls): Markup {
  const { name, prefix, endpoints } = service;
  const { title, description } = service.documentation;
  const origin = baseUrls.isSameOrigin(service) ? '' : baseUrls.of(service);
  // The navigation has the pages of this origin only.
  const navigation = navigationOf(service);
  const entryPath = navigation?.entryPath ?? (origin === '' ? undefined : navigation?.pages[0]?.path);
  const families = catalogue.families.filter((family) => family.service === service);
  return html`
    <li>
      <h3><a href="/docs#${name}">${title}</a></h3>
      <p>${prose(description)}</p>
      <p class="soft">${endpoints.length} endpoints at <code>${origin}${prefix}/</code></p>
      <nav class="tags" aria-label=${`Families: ${title}`}>${families.map((family) => html`<a href="/docs#${family.name}">${family.tag}</a>${' '}`)}</nav>
      <p class="links">${entryPath === undefined ? null : html`<a href=${`${origin}${entryPath}`} aria-label=${`Open: ${title}`}>Open</a> `}<a href="/docs/${name}/openapi.json" aria-label=${`OpenAPI 3.1: ${title}`}>OpenAPI 3.1</a></p>
    </li>`;
}
