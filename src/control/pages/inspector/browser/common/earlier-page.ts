import type { Summary, SummaryPage } from '../../entry.ts';
import { describeLoss } from '../../request-cells.ts';
import { type Group, isGroup, type ListItem } from './list-order.ts';

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

/** The rows of earlier starts of the server as HTTP Archive 1.2, without headers and bodies, which the page does not have. */
export function lostArchive(items: readonly ListItem[], origin: string): Blob {
  const entries = items
    .filter((item): item is Exclude<ListItem, Group> => !isGroup(item))
    .map((item) => ('lost' in item ? item.lost : item))
    .filter(({ method }) => method !== undefined)
    .reverse()
    .map((entry) => archiveEntry(entry, origin));
  const comment = 'Of a server that has ended: the page has rows without headers and bodies.';
  const log = { version: '1.2', creator: { name: 'Sparring', version: '' }, entries, comment };
  return new Blob([JSON.stringify({ log }, null, 2)], { type: 'application/json' });
}

function archiveEntry(
  { at, method, target, host, status = 0, ms = 0, firstByte = 0, protocol = '', sent, answered }: Summary,
  origin: string,
) {
  const common = { httpVersion: protocol, cookies: [], headers: [], headersSize: -1 };
  const base = host === undefined ? origin : `${new URL(origin).protocol}//${host}`;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: { ...common, method, url: `${base}${target}`, queryString: [], bodySize: sent?.size ?? 0 },
    response: {
      ...common,
      status,
      statusText: '',
      content: { size: answered?.size ?? 0, mimeType: '' },
      redirectURL: '',
      bodySize: answered?.size ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: firstByte, receive: Math.max(0, ms - firstByte) },
  };
}
