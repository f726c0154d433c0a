import type { Exchange } from '#http/message/exchange.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import type { DocsContext } from '../context/context.ts';
import { GROUPS, type Guide, withOrigin } from '../guides/guide.ts';
import { articleStylesheet } from './article-stylesheet.ts';
import { type DocsPage, sendDocsPage } from './docs-page.ts';
import { searchForm } from './search-form.ts';

const INDEX_STYLESHEET = `
.guides { display: grid; gap: var(--4) var(--6); grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.guides > li { color: var(--ink-2); font: var(--t-14); } .guides a { color: var(--ink); display: block; font-weight: 600; } .guides a:hover { color: var(--accent); }
`;

/** Sends the start page of the guides: all of them in their groups. */
export function sendGuideIndex(
  exchange: Exchange,
  service: DocsContext,
  guides: readonly Guide[],
): Promise<void> {
  return sendDocsPage(exchange, service, '/docs/guides', () => guideIndexPage(guides));
}

function guideIndexPage(guides: readonly Guide[]): DocsPage {
  return {
    title: 'Guides',
    description: 'Guides to this server, readable without a network.',
    stylesheet: INDEX_STYLESHEET,
    main: html`
      <h1>Guides</h1>
      ${searchForm()}
      ${GROUPS.map((group) => groupOf(group, guides))}`,
  };
}

function groupOf(group: string, guides: readonly Guide[]): Markup {
  return html`
    <section>
      <h2 id=${formatGroupId(group)}>${group}</h2>
      <ul class="guides">${guides
        .filter((guide) => guide.group === group)
        .map(
          ({ name, title, summary, minutes }) =>
            html`<li><a href=${`/docs/guides/${name}`}>${title}</a> ${prose(summary)} <small>${minutes} min</small></li>`,
        )}</ul>
    </section>`;
}

/** The anchor of a group on the start page. */
export function formatGroupId(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

/** Sends a guide between the list of all guides and the list of its own headings. */
export function sendGuide(
  exchange: Exchange,
  service: DocsContext,
  guide: Guide,
  guides: readonly Guide[],
): Promise<void> {
  return sendDocsPage(exchange, service, `/docs/guides/${guide.name}`, (_, baseUrls) =>
    guidePage(guide, guides, baseUrls.here),
  );
}

function guidePage(current: Guide, guides: readonly Guide[], origin: string): DocsPage {
  const place = guides.indexOf(current);
  return {
    title: current.title,
    description: current.summary.replaceAll('`', ''),
    layout: 'guide-page',
    stylesheet: articleStylesheet,
    main: html`
      <article class="guide">
        <nav class="breadcrumb" aria-label="Breadcrumb"><a href="/docs/guides">Guides</a> / <a href=${`/docs/guides#${formatGroupId(current.group)}`}>${current.group}</a></nav>
        <h1>${current.title}</h1>
        <p class="lead">${prose(current.summary)}</p>
        <div dangerouslySetInnerHTML=${{ __html: withOrigin(current.html, origin) }}></div>
        ${neighbours(guides[place - 1], guides[place + 1])}
      </article>
      ${contents(current)}
      ${guideNavigation(current, guides)}`,
  };
}

/** The links to the guides before and after this one, in the order of the start page. */
function neighbours(previous: Guide | undefined, next: Guide | undefined): Markup {
  const link = (guide: Guide, label: string, rel: string) =>
    html`<a rel=${rel} href=${`/docs/guides/${guide.name}`}><small>${label}</small> ${guide.title}</a>`;
  return html`
    <nav class="neighbours" aria-label="Next and previous">
      ${previous ? link(previous, 'Previous', 'prev') : startLink()}
      ${next ? link(next, 'Next', 'next') : startLink()}
    </nav>`;
}

function startLink(): Markup {
  return html`<a href="/docs/guides"><small>All</small> Guides</a>`;
}

function contents({ sections }: Guide): Markup {
  const headings = sections.filter(({ id, depth }) => id !== '' && depth <= 3);
  if (headings.length === 0) return html`<div class="contents"></div>`;
  return html`
    <nav class="contents" aria-labelledby="contents-title">
      <h2 id="contents-title">In this guide</h2>
      <ul>${headings.map(({ id, heading, depth }) => html`<li class=${depth === 3 ? 'deeper' : undefined}><a href=${`#${id}`}>${heading}</a></li>`)}</ul>
    </nav>`;
}

function guideNavigation(current: Guide, guides: readonly Guide[]): Markup {
  return html`
    <nav class="siblings" aria-label="Guides">
      ${GROUPS.map(
        (group) => html`
          <h2>${group}</h2>
          <ul>${guides
            .filter((guide) => guide.group === group)
            .map(
              (guide) =>
                html`<li><a href=${`/docs/guides/${guide.name}`} aria-current=${guide === current ? 'page' : undefined}>${guide.title}</a></li>`,
            )}</ul>`,
      )}
    </nav>`;
}
