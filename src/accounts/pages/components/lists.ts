import { Type } from 'typebox';
import { buttonLink } from '#pages/components.ts';
import type { Html, Markup } from '#pages/page.ts';

/** The query parameters of a page with a list. */
export const listQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
    clamp: true,
    description: 'Number of the page of the list.',
  }),
  notice: Type.Optional(Type.String({ description: 'Key of a notice about a completed action.' })),
};

/** Rows per page of a list. */
export const PAGE_SIZE = 30;

/** Links to the previous and the next page, where they exist. */
export function paginationLinks(html: Html, path: string, page: number, total: number): Markup | null {
  if (page === 1 && total <= PAGE_SIZE) return null;
  return html`
    <nav class="actions" aria-label="Pages">
      ${page > 1 ? buttonLink(html, 'Previous', `${path}?page=${page - 1}`, { rel: 'prev' }) : null}
      ${page * PAGE_SIZE < total ? buttonLink(html, 'Next', `${path}?page=${page + 1}`, { rel: 'next' }) : null}
    </nav>`;
}

/** A timestamp of the API to the minute, with the exact value as an attribute. */
export function timeElement(html: Html, at: string): Markup {
  return html`<time datetime=${at}>${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
}

/** The time of the last use, which is stored to the hour. */
export function lastUse(html: Html, at: string | null): Markup {
  if (at === null) return html`<span>Never used</span>`;
  const hour = Number(at.slice(11, 13));
  return html`
    <span>Last used <time datetime=${at}>${at.slice(0, 10)}, between ${hour}:00 and ${hour + 1}:00 UTC</time></span>`;
}
