import { prose } from '../../../http/pages/components.ts';
import type { Html, Markup } from '../../../http/pages/page.ts';
import type { Guide } from '../guides/guide.ts';
import type { DocsPage } from './docs-page.ts';

/** The list of all guides. */
export function guideIndexPage(guides: readonly Guide[]): DocsPage {
  return {
    title: 'Guides',
    description: 'Guides to this server, readable without a network.',
    main: (html) => html`<h1>Guides</h1>${guideList(html, guides)}`,
  };
}

export function guideList(html: Html, guides: readonly Guide[]): Markup {
  return html`
    <ul class="guides">${guides.map(
      ({ name, title, summary }) =>
        html`<li><a href=${`/docs/guides/${name}`}>${title}</a> <span class="soft">${prose(html, summary)}</span></li>`,
    )}</ul>`;
}

/** A guide, beside the list of the others. */
export function guidePage(current: Guide, guides: readonly Guide[]): DocsPage {
  return {
    title: current.title,
    description: current.summary.replaceAll('`', ''),
    layout: 'reference',
    main: (html) => html`
      <article class="guide">
        <nav class="breadcrumb" aria-label="Breadcrumb"><a href="/docs/guides">Guides</a></nav>
        <h1>${current.title}</h1>
        <div dangerouslySetInnerHTML=${{ __html: current.html }}></div>
      </article>
      <nav class="siblings" aria-label="Guides">
        <h2>Guides</h2>
        <ul>${guides.map(
          (guide) =>
            html`<li><a href=${`/docs/guides/${guide.name}`} aria-current=${guide === current ? 'page' : undefined}>${guide.title}</a></li>`,
        )}</ul>
      </nav>`,
  };
}
