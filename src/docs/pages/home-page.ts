import type { Exchange } from '#http/message/exchange.ts';
import type { Service } from '#http/routing/service.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { banner } from '#pages/components/banner.ts';
import { button } from '#pages/components/button.ts';
import { codeFigure, codeLine } from '#pages/components/code-figure.ts';
import { icon } from '#pages/components/icon.ts';
import { html, type Markup } from '#pages/html.ts';
import { navigationOf } from '#pages/navigation.ts';
import { plural } from '#pages/plural.ts';
import { type BaseUrls, buildBaseUrls, type DocsContext, type LatestBin } from '../context/context.ts';
import { GROUPS, type Guide } from '../guides/guide.ts';
import { type DocsPage, sendDocsPage, sendFreshPage } from './docs-page.ts';
import { exampleStylesheet } from './example-stylesheet.ts';
import { exampleBlock, languageChoice } from './examples/example-list.ts';
import { formatGroupId } from './guide-pages.ts';
import { tryPanel } from './try-panel.ts';

const stylesheet = `
.home > main { padding-block: var(--5) var(--4); }
.hero h1 { font: 600 2rem/2.5rem var(--sans); letter-spacing: -0.02em; } .hero p { color: var(--ink-2); margin: var(--1) 0 var(--3); } .hero .code { border: 0; width: fit-content; max-width: 100%; background: var(--surface-2); }
.doors { border-bottom: 1px solid var(--line); border-top: 1px solid var(--line); display: grid; font: var(--t-14); grid-template-columns: repeat(3, minmax(0, 1fr)); margin-top: var(--5); } .doors > section { display: flex; flex-direction: column; min-width: 0; padding: var(--4) var(--5) var(--3); } .doors > :first-child { padding-left: 0; } .doors > :last-child { padding-right: 0; } .doors > * + * { border-left: 1px solid var(--line); }
.doors h2 { margin: 0; } .doors h2 + p { color: var(--ink-2); } .doors .code { margin: var(--2) 0; } .doors .seg label { padding: 0 6px; } @media (max-width: 719px) { .doors figcaption { flex-wrap: wrap; } }
.go { margin-top: auto; } .go a { align-items: center; border-top: 1px solid var(--line); color: var(--ink); display: flex; font: var(--t-c); gap: 8px; padding: 5px 0; text-decoration: none; } .go li:first-child a { border: 0; } .go a:hover { color: var(--accent); } .go small { color: var(--ink-2); font-weight: 400; } .go .i { color: var(--ink-2); margin-left: auto; }
.services > li { border-bottom: 1px solid var(--line); display: grid; font: var(--t-13); gap: var(--1) var(--6); grid-template-columns: 20rem minmax(0, 1fr); padding: 7px 0; } .services h3 { margin: 0; } .services h3 a { color: inherit; } .services p { color: var(--ink-2); font: var(--t-12); margin: 0; } .services nav { align-content: center; display: flex; flex-wrap: wrap; gap: 2px 20px; } .services nav small { color: var(--ink-2); margin-left: 4px; }
@media (max-width: 899px) { .doors, .services > li { grid-template-columns: minmax(0, 1fr); } .doors > section { border: 0; border-top: 1px solid var(--line); padding-inline: 0; } .doors > :first-child { border: 0; } }
`;

/** Nothing stores a page with data of the server, and other windows get no reference to it. */
const PRIVATE: Fields = [
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** Sends the home page: a first step for each kind of visitor, and the groups of endpoints and guides. */
export async function sendHomePage(
  exchange: Exchange,
  service: DocsContext,
  bins: readonly LatestBin[],
): Promise<void> {
  const guides = await service.loadGuides();
  if (bins.length === 0)
    return sendDocsPage(exchange, service, '/', (context, baseUrls) => homePage(context, baseUrls, guides));
  const page = homePage(service, buildBaseUrls(exchange, service), guides, bins);
  return sendFreshPage(exchange, service, '/', page, PRIVATE);
}

function homePage(
  context: DocsContext,
  baseUrls: BaseUrls,
  guides: readonly Guide[],
  bins: readonly LatestBin[] = [],
): DocsPage {
  const { services } = context;
  const [endpoint] = services[0]?.endpoints ?? [];
  return {
    title: 'Sparring',
    description: 'A server to test HTTP clients against: endpoints, examples and guides.',
    layout: 'home',
    stylesheet: exampleStylesheet + stylesheet,
    referrerPolicy: 'same-origin',
    main: html`
      <header class="hero">
        <h1>A server to test HTTP clients against</h1>
        <p>It answers as httpbin and as GitHub Enterprise do, records what arrives, and fails on request.</p>
        ${codeLine('Base URL of this server', baseUrls.here)}
      </header>
      <div class="doors">
        <section>${clientDoor(services, baseUrls)}</section>
        <section>${requestsDoor(context, baseUrls, bins)}</section>
        ${enterpriseDoor(services, baseUrls)}
      </div>
      <h2 class="vh">Reference and guides</h2>
      <ul class="services">
        ${services.map((service) => serviceRow(service, context, baseUrls))}
        ${guidesRow(guides)}
      </ul>`,
    ...(endpoint && { templates: tryPanel(endpoint) }),
  };
}

/** For the author of a client: a first request, and what to do with it. */
function clientDoor(services: readonly Service[], baseUrls: BaseUrls): Markup {
  const [service] = services;
  const endpoint = service?.endpoints[0];
  const example = endpoint?.examples[0];
  return html`
    <h2>Test an HTTP client</h2>
    <p>Use this server as its base URL.</p>
    ${service && endpoint && example && exampleBlock(endpoint, example, { baseUrls, service, caption: languageChoice({ isBare: true }) })}
    ${goList([
      ['/docs/guides/labs-faults', 'Break a connection', 'faults'],
      ['/docs/guides/labs-sequences', 'Retries and back-off', 'sequences'],
      ['/docs/guides/fixtures', 'Use it in tests', 'JavaScript, pytest, Go, JUnit, Rust'],
    ])}`;
}

/** For the user of the API of GitHub Enterprise: its base URL, and how to sign in. */
function enterpriseDoor(services: readonly Service[], baseUrls: BaseUrls): Markup | undefined {
  const api = services.find(({ name }) => name === 'api');
  if (!api) return undefined;
  return html`
    <section>
      <h2>Integrate with GitHub Enterprise</h2>
      <p>The Authorizations API and the OAuth flows.</p>
      ${codeFigure({ label: 'Base URL', code: `${baseUrls.of(api)}${api.prefix}` })}
      ${goList([
        ['/docs/guides/flows-and-pages', 'OAuth web and device flow'],
        ['/docs/guides/two-factor', 'Two-factor authentication'],
        ['/docs/guides/reference-commands#command-user-password', 'Set a password', 'sparring user password'],
      ])}
    </section>`;
}

/** For who wants to see requests: a new bin, and the inspector. The form works without a script. */
function requestsDoor(
  { services, hasJournal }: DocsContext,
  baseUrls: BaseUrls,
  bins: readonly LatestBin[],
): Markup {
  const control = services.find(({ name }) => name === 'control');
  if (!control)
    return html`
      <h2>See requests arrive</h2>
      <p>This server has no control API: start it with <code>--control</code>.</p>`;
  const origin = baseUrls.isSameOrigin(control) ? '' : baseUrls.of(control);
  const hasBins = origin === '' && control.endpoints.some(({ path }) => path === NEW_BIN);
  const [latest] = bins;
  const newBin = html`<form action=${NEW_BIN} method="post">${button('New bin', { kind: 'primary', isSmall: true, icon: 'plus' })}</form>`;
  return html`
    <h2>See requests arrive</h2>
    <p>A bin is a URL with a page of its requests.</p>
    ${codeFigure({
      label: latest === undefined ? 'A bin of any name' : titleOf(latest),
      code: `${baseUrls.here}/bin/${latest?.key ?? 'orders'}`,
      ...(hasBins && { actions: newBin }),
    })}
    ${hasJournal ? null : banner('warn', html`The journal is off, so nothing is recorded. At an address other than this machine, it needs both settings: <code>--journal 1000 --control-token TOKEN</code>`)}
    ${goList([
      [`${origin}/_sparring/inspector`, 'Inspector', 'all requests'],
      ...bins.map(
        (bin): GoLink => [
          `/_sparring/bins/${bin.key}`,
          titleOf(bin),
          `${plural(bin.entries, 'request')}${bin.age === undefined ? '' : `, the last ${bin.age} ago`}`,
        ],
      ),
      ...(hasBins ? [['/_sparring/bins', 'All bins'] satisfies GoLink] : []),
      ['/docs/guides/assert-requests', 'Assert in a test', 'what a client sent'],
    ])}`;
}

function titleOf({ key, name }: LatestBin): string {
  return name ?? `Bin ${key}`;
}

const NEW_BIN = '/_sparring/new-bin';

type GoLink = readonly [href: string, title: string, remark?: string];

function goList(links: readonly GoLink[]): Markup {
  return html`
    <ul class="go">${links.map(([href, title, remark]) => html`<li><a href=${href}>${title}${remark === undefined ? null : html` <small>${remark}</small>`}${icon('arrow')}</a></li>`)}</ul>`;
}

function serviceRow(service: Service, { catalogue }: DocsContext, baseUrls: BaseUrls): Markup {
  const { prefix, endpoints } = service;
  const { title } = service.documentation;
  const origin = baseUrls.isSameOrigin(service) ? '' : baseUrls.of(service);
  // The navigation has the pages of this origin only.
  const navigation = navigationOf(service);
  const entryPath = navigation?.entryPath ?? (origin === '' ? undefined : navigation?.pages[0]?.path);
  const families = catalogue.families.filter((family) => family.service === service);
  return html`
    <li>
      <div>
        <h3><a href=${catalogue.indexOf(service)}>${title}</a></h3>
        <p>${plural(endpoints.length, 'endpoint')} at <code>${origin}${prefix}/</code>${entryPath === undefined ? null : html` <a href=${`${origin}${entryPath}`} aria-label=${`Open: ${title}`}>Open</a>`}</p>
      </div>
      <nav aria-label=${`Groups: ${title}`}>${families.map(({ name: id, tag, entries }) => html`<span><a href=${catalogue.indexOf(service, id)}>${tag}</a><small>${entries.length}</small></span>`)}</nav>
    </li>`;
}

function guidesRow(guides: readonly Guide[]): Markup {
  const count = (group: string) => guides.filter((guide) => guide.group === group).length;
  return html`
    <li>
      <div><h3><a href="/docs/guides">Guides</a></h3><p>${plural(guides.length, 'guide')}</p></div>
      <nav aria-label="Groups: Guides">${GROUPS.map((group) => html`<span><a href=${`/docs/guides#${formatGroupId(group)}`}>${group}</a><small>${count(group)}</small></span>`)}</nav>
    </li>`;
}
