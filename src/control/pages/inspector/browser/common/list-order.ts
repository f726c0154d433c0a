import type { JournalStart } from '#journal/recording/journal-starts.ts';
import type { Summary } from '../../entry.ts';
import { cellsOf, describeStart } from '../../request-cells.ts';

export const GROUPS = ['none', 'connection', 'target', 'bin', 'client', 'day'] as const;
export const SORTS = ['newest', 'ms', 'sent', 'answered'] as const;

export type GroupBy = (typeof GROUPS)[number];
export type SortBy = (typeof SORTS)[number];

/** A heading above the entries of a group, or a divider, which has no count. */
export interface Group {
  readonly group: string;
  /** Whether it is above the rows of an earlier start, which the server does not have any more. */
  readonly isRestart?: boolean;
  readonly count?: number;
  /** The first id of the later start, in a divider. */
  readonly start?: number;
}

/** An entry that the page has from an earlier start of the server, and the server does not have any more. */
export interface LostEntry {
  readonly lost: Summary;
}

export type ListItem = Summary | Group | LostEntry;

/** What the list shows, from its top to its end. */
export interface ListOrder {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** -1 for an entry that the list does not have. */
  indexOf(id: number): number;
}

interface OrderForm {
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
  /** The oldest first, by connection. */
  readonly isTimeline: boolean;
}

export function isGroup(item: ListItem): item is Group {
  return 'group' in item;
}

export function isEntry(item: ListItem): item is Summary {
  return 'id' in item;
}

/**
 * @param entries the oldest first
 * @param starts of the server, the oldest first, between whose entries the newest ones have dividers
 * @param lost what follows all entries
 */
export function arrange(
  entries: readonly Summary[],
  { groupBy, sortBy, isTimeline }: OrderForm,
  starts: readonly JournalStart[],
  lost: readonly ListItem[],
): ListOrder {
  if (isTimeline) return byConnection(entries);
  const isNewestFirst = groupBy === 'none' && sortBy === 'newest';
  const order = isNewestFirst ? newestFirst(entries) : rearrange(entries, groupBy, sortBy);
  const dividers = isNewestFirst ? findDividers(entries, starts) : [];
  return dividers.length + lost.length === 0 ? order : withMore(order, dividers, lost);
}

/** An item before the entries of an order. */
interface Divider {
  /** Number of entries above it. */
  readonly above: number;
  readonly item: Group;
}

/** The newest first. */
function findDividers(entries: readonly Summary[], starts: readonly JournalStart[]): Divider[] {
  return starts
    .map(({ id, at }) => ({
      earlier: firstAfter(entries, id - 1),
      item: { group: describeStart(at), start: id },
    }))
    .filter(({ earlier }) => earlier > 0)
    .map(({ earlier, item }) => ({ above: entries.length - earlier, item }))
    .reverse();
}

function withMore(order: ListOrder, dividers: readonly Divider[], lost: readonly ListItem[]): ListOrder {
  const end = order.length + dividers.length;
  return {
    length: end + lost.length,
    at(index) {
      if (index >= end) return lost[index - end];
      const before = dividers.filter(({ above }, number) => above + number <= index);
      const last = before.at(-1);
      if (last && last.above + before.length - 1 === index) return last.item;
      return order.at(index - before.length);
    },
    indexOf(id) {
      const index = order.indexOf(id);
      return index < 0 ? -1 : index + dividers.filter(({ above }) => above <= index).length;
    },
  };
}

function rearrange(entries: readonly Summary[], groupBy: GroupBy, sortBy: SortBy): ListOrder {
  const sorted = entries.toReversed();
  if (sortBy !== 'newest') sorted.sort((one, other) => amountOf(other, sortBy) - amountOf(one, sortBy));
  return indexed(groupBy === 'none' ? sorted : withGroups(sorted, groupBy));
}

/** The entries of each connection, the oldest first. */
function byConnection(entries: readonly Summary[]): ListOrder {
  const groups = Map.groupBy(entries, (entry) => groupOf(entry, 'connection'));
  return indexed(
    [...groups].flatMap(([group, members]) => {
      const [first] = members;
      const name = [group, ...(first?.protocol ? [first.protocol] : []), ...(first?.tls ? [first.tls] : [])];
      return [{ group: name.join(' · '), count: members.length }, ...members];
    }),
  );
}

function indexed(items: readonly ListItem[]): ListOrder {
  const indexes = new Map(items.flatMap((item, index) => (isEntry(item) ? [[item.id, index]] : [])));
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

/** The index of the first entry with a greater id, in entries in the order of their ids. */
export function firstAfter(entries: readonly { readonly id: number }[], id: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The id of the latest entry before this one with the same method and path. @param entries the oldest first */
export function earlierOf(entries: readonly Summary[], id: number): number | undefined {
  const place = firstAfter(entries, id) - 1;
  const entry = entries[place];
  if (entry?.id !== id) return undefined;
  const isAlike = (other: Summary) =>
    other.method === entry.method && pathOf(other.target) === pathOf(entry.target);
  return entries.slice(0, place).findLast(isAlike)?.id;
}

function pathOf(target: string): string | undefined {
  return target.split('?')[0];
}
