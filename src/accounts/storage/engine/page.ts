import type { Listing, Page } from '../../store/index.ts';

/** The rows to read for a page. */
export interface Window {
  offset: number;
  limit: number;
  /** `backwards` counts from the end, which an index reaches as quickly as the beginning. */
  direction: 'forwards' | 'backwards';
}

/** The rows of a page, in the order of the list, with the total. Backwards, `read` returns them in reverse order. */
export async function readPage<Row>(
  requested: Page,
  total: number,
  read: (window: Window) => Promise<Row[]>,
): Promise<Listing<Row>> {
  const window = computeWindow(requested, total);
  const items = window ? await read(window) : [];
  return { items: window?.direction === 'backwards' ? items.toReversed() : items, total };
}

/** Undefined for a page beyond the end, so that the database gets no huge offset. */
export function computeWindow({ page, perPage }: Page, total: number): Window | undefined {
  const before = (page - 1) * perPage;
  const limit = Math.min(perPage, total - before);
  if (!(limit > 0)) return undefined;
  const after = total - before - limit;
  if (after < before) return { offset: after, limit, direction: 'backwards' };
  return { offset: before, limit, direction: 'forwards' };
}
