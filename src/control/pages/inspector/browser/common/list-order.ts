import { cellsOf } from '../../request-cells.ts';
import type { Summary } from '../../summary.ts';
import { firstAfter } from './entry-order.ts';

export const GROUPS = ['none', 'connection', 'target', 'bin', 'client', 'day'] as const;
export const SORTS = ['newest', 'ms', 'sent', 'answered'] as const;

export type GroupBy = (typeof GROUPS)[number];
export type SortBy = (typeof SORTS)[number];

/** A heading above the entries of a group. */
export interface Group {
  readonly group: string;
  readonly count: number;
}

export type ListItem = Summary | Group;

/** What the list shows, from its top to its end. */
export interface ListOrder {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** -1 for an entry that the list does not have. */
  indexOf(id: number): number;
}

export function isGroup(item: ListItem): item is Group {
  return 'group' in item;
}

/** @param entries the oldest first */
export function arrange(entries: readonly Summary[], groupBy: GroupBy, sortBy: SortBy): ListOrder {
  if (groupBy === 'none' && sortBy === 'newest') return newestFirst(entries);
  const sorted = entries.toReversed();
  if (sortBy !== 'newest') sorted.sort((one, other) => amountOf(other, sortBy) - amountOf(one, sortBy));
  const items = groupBy === 'none' ? sorted : withGroups(sorted, groupBy);
  const indexes = new Map(items.flatMap((item, index) => (isGroup(item) ? [] : [[item.id, index]])));
  return {
    length: items.length,
    at: (index) => items[index],
    indexOf: (id) => indexes.get(id) ?? -1,
  };
}

/** Without a copy of the entries, which can be many. */
function newestFirst(entries: readonly Summary[]): ListOrder {
  const last = entries.length - 1;
  return {
    length: entries.length,
    at: (index) => entries[last - index],
    indexOf(id) {
      const place = firstAfter(entries, id) - 1;
      return entries[place]?.id === id ? last - place : -1;
    },
  };
}

function amountOf(entry: Summary, sortBy: Exclude<SortBy, 'newest'>): number {
  return sortBy === 'ms' ? (entry.ms ?? -1) : (entry[sortBy]?.size ?? -1);
}

function withGroups(entries: readonly Summary[], groupBy: Exclude<GroupBy, 'none'>): ListItem[] {
  const groups = Map.groupBy(entries, (entry) => groupOf(entry, groupBy));
  return [...groups].flatMap(([group, members]) => [{ group, count: members.length }, ...members]);
}

function groupOf(entry: Summary, groupBy: Exclude<GroupBy, 'none'>): string {
  if (groupBy === 'connection') return `Connection ${entry.connection.split('.')[0]}`;
  if (groupBy === 'target') return `${entry.method ?? ''} ${cellsOf(entry).target.split('?')[0]}`.trim();
  if (groupBy === 'bin') return entry.bin === undefined ? 'No bin' : `Bin ${entry.bin}`;
  // Without the port, which each connection has of its own.
  if (groupBy === 'client') return `Client ${entry.client.replace(/:\d+$/, '')}`;
  return new Date(entry.at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
