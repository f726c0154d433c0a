import { buttonLink } from '#pages/components/button.ts';
import { html, type Markup } from '#pages/html.ts';
import { PAGE_SIZE } from './list-query.ts';

/** Links to the previous and the next page, where they exist. */
export function paginationLinks(path: string, page: number, total: number): Markup | null {
  if (page === 1 && total <= PAGE_SIZE) return null;
  return html`
    <nav class="actions" aria-label="Pages">
      ${page > 1 ? buttonLink('Previous', `${path}?page=${page - 1}`, { rel: 'prev' }) : null}
      ${page * PAGE_SIZE < total ? buttonLink('Next', `${path}?page=${page + 1}`, { rel: 'next' }) : null}
    </nav>`;
}

/** A timestamp of the API to the minute, with the exact value as an attribute. */
export function timeElement(at: string): Markup {
  return html`<time datetime=${at}>${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
}

/** The time of the last use, which is stored to the hour. */
export function lastUse(at: string | null): Markup {
  if (at === null) return html`<span>Never used</span>`;
  const hour = Number(at.slice(11, 13));
  return html`
    <span>Last used <time datetime=${at}>${at.slice(0, 10)}, between ${hour}:00 and ${hour + 1}:00 UTC</time></span>`;
}
