import { Type } from 'typebox';
import type { Html, Markup } from '../../../http/pages/page.ts';

/** How many rows a page of the settings shows. */
export const ROWS = 30;

/** Links to the pages before and after, where there are any. */
export function pageLinks(html: Html, path: string, page: number, total: number): Markup | null {
  if (page === 1 && total <= ROWS) return null;
  return html`
    <nav class="actions" aria-label="Pages">
      ${page > 1 ? html`<a class="button" rel="prev" href=${`${path}?page=${page - 1}`}>Previous</a>` : null}
      ${page * ROWS < total ? html`<a class="button" rel="next" href=${`${path}?page=${page + 1}`}>Next</a>` : null}
    </nav>`;
}

/** What a page with a list may be asked for. */
export const listQuery = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, clamp: true, description: 'Which page.' }),
  notice: Type.Optional(Type.String({ description: 'A word for what was just done.' })),
};
