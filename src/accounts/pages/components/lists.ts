import { buttonLink } from '#pages/components/button.ts';
import { scope } from '#pages/components/label.ts';
import { time } from '#pages/components/time.ts';
import { html, type Markup } from '#pages/html.ts';
import { PAGE_SIZE } from './list-query.ts';
import { formatExactly, formatTimestamp, formatUse } from './times.ts';

/** Links to the previous and the next page, where they exist. */
export function paginationLinks(path: string, page: number, total: number): Markup | null {
  if (page === 1 && total <= PAGE_SIZE) return null;
  return html`
    <nav class="actions" aria-label="Pages">
      ${page > 1 ? buttonLink('Previous', `${path}?page=${page - 1}`, { rel: 'prev' }) : null}
      ${page * PAGE_SIZE < total ? buttonLink('Next', `${path}?page=${page + 1}`, { rel: 'next' }) : null}
    </nav>`;
}

/** A timestamp of the API for people. Its title is exact. */
export function timeElement(at: string, now: number): Markup {
  return time(at, formatTimestamp(at, now));
}

/** A timestamp with date and time. */
export function exactTime(at: string): Markup {
  return time(at, formatExactly(at));
}

/** Whether and when something was used. */
export function lastUse(at: string | null, now: number): Markup {
  return at === null ? html`<span>${formatUse(at, now)}</span>` : time(at, formatUse(at, now));
}

/** Scopes as labels. */
export function scopeLabels(scopes: readonly string[]): Markup {
  return html`<p class="labels">${scopes.length === 0 ? scope('no scope: public data only') : scopes.map(scope)}</p>`;
}
