import type { Summary, SummaryPage } from '../../entry.ts';
import { describeLoss } from '../../start-text.ts';
import type { ListItem } from './list-order.ts';

/** What a page has of a server that has ended. */
export interface EarlierPage extends Pick<SummaryPage, 'run' | 'store'> {
  readonly filter: string;
  /** The oldest first. */
  readonly entries: readonly Summary[];
  /** What it had of even earlier servers. */
  readonly lost: readonly ListItem[];
}

/** The entries with a divider above them, as the list shows them below those of the present server. */
export function listLost(
  { store, entries, lost }: EarlierPage,
  { starts }: Pick<SummaryPage, 'starts'>,
): readonly ListItem[] {
  const start = starts.at(-1);
  if (!start || entries.length === 0) return lost;
  const rows = entries.toReversed().map((entry) => ({ lost: entry }));
  const divider = { group: describeLoss(start.at, store), start: start.id, isRestart: true };
  return [divider, ...rows, ...lost].slice(0, MAX_LOST);
}

/** Keeps it while the page is loaded again. */
export function saveEarlierPage({ entries, lost, ...page }: EarlierPage): void {
  const part = { ...page, entries: entries.slice(-MAX_SAVED), lost: lost.slice(0, MAX_SAVED) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(part));
  } catch {
    // The storage is full, or the browser has none.
  }
}

/** Takes what an earlier page has kept, once. */
export function takeEarlierPage(): EarlierPage | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const KEY = 'sparring-earlier-requests';

/** Maximum number of rows of servers that have ended, and of those that are kept while the page is loaded again. */
const MAX_LOST = 10_000;
const MAX_SAVED = 1000;
