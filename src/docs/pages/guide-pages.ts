import type { Exchange } from '#http/message/exchange.ts';
import { icon } from '#pages/components/icon.ts';
import { prose } from '#pages/components/prose.ts';
import { html, type Markup } from '#pages/html.ts';
import { plural } from '#pages/plural.ts';
import type { DocsContext } from '../context/context.ts';
import { GROUPS, type Guide, withOrigin } from '../guides/guide.ts';
import { articleStylesheet } from './article-stylesheet.ts';
import { type DocsPage, sendDocsPage } from './docs-page.ts';
import { guideNavigation } from './side-navigation.ts';
import { sideStylesheet } from './side-stylesheet.ts';

const INDEX_STYLESHEET = `
.lead { color: var(--ink-2); font: var(--t-14); }
.guides { display: grid; gap: 0 var(--6); grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
main > section > h2 { margin-bottom: var(--1); }
.guides a { align-content: start; border-top: 1px solid var(--line); color: var(--ink-2); display: grid; font: var(--t-13); gap: 2px var(--3); grid-template-columns: minmax(0, 1fr) auto; height: 100%; padding: 10px 8px 12px 0; text-decoration: none; } .guides a:hover { background: var(--surface-1); } .guides b { color: var(--ink); font: var(--t-h3); } .guides a > span { grid-column: 1 / -1; grid-row: 2; } .guides small { white-space: nowrap; }
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
      <p class="lead">${plural(guides.length, 'guide')}, readable without a network. The times are those of reading.</p>
      ${GROUPS.map((group) => groupOf(group, guides))}`,
  };
}

function groupOf(group: string, guides: readonly Guide[]): Markup {
  const own = guides.filter((guide) => guide.group === group);
  return html`
    <section>
      <h2 id=${formatGroupId(group)}>${group} <small>${own.length}</small></h2>
      <ul class="guides">${own.map(
        ({ name, title, summary, minutes }) =>
          html`<li><a href=${`/docs/guides/${name}`}><b>${title}</b> <small>${minutes} min</small> ${prose(summary)}</a></li>`,
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
    layout: 'docs guide-page',
    stylesheet: sideStylesheet + articleStylesheet,
    navigation: guideNavigation(guides, current),
    main: html`
      <header>
        <nav class="breadcrumb" aria-label="Breadcrumb"><a href="/docs/guides">Guides</a> / <a href=${`/docs/guides#${formatGroupId(current.group)}`}>${current.group}</a></nav>
        <h1>${current.title}</h1>
        <p class="lead">${prose(current.summary)} ${current.minutes} min.</p>
      </header>
      ${contents(current)}
      <article class="guide">
        <div dangerouslySetInnerHTML=${{ __html: withOrigin(current.html, origin) }}></div>
        ${neighbours(guides[place - 1], guides[place + 1])}
      </article>`,
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

/** The headings of a guide: beside it on a wide screen, and folded above it on a narrow one. */
function contents({ sections }: Guide): Markup | undefined {
  const headings = sections.filter(({ id, depth }) => id !== '' && depth <= 3);
  if (headings.length === 0) return undefined;
  return html`
    <details class="toc">
      <summary>${icon('right')}In this guide</summary>
      <nav aria-label="In this guide">
        <ul>${headings.map(({ id, heading, depth }) => html`<li class=${depth === 3 ? 'deeper' : undefined}><a href=${`#${id}`}>${heading}</a></li>`)}</ul>
      </nav>
    </details>`;
}
