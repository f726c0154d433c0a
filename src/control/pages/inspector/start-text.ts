import type { SummaryPage } from './entry.ts';
import { formatClock } from './request-cells.ts';

/** The divider between the requests of a start of the server and those of earlier ones. @param at milliseconds since the epoch */
export function describeStart(at: number): string {
  return `${formatStart(at)} · earlier requests below`;
}

/** The divider above the requests that a page has from an earlier server, and the present one does not. */
export function describeLoss(at: number, store: SummaryPage['store']): string {
  const reason =
    store === 'memory' ? 'earlier requests were only in memory' : 'not in the journal of this server';
  return `${formatStart(at)} · ${reason}`;
}

function formatStart(at: number): string {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return `Server started ${day}, ${formatClock(at).slice(0, 8)}`;
}
