/** How far a reader has read the live journal. */
export interface FeedPosition {
  /** The number of the last entry in the order for readers: its id, in a journal in memory. */
  readonly last: number;
  /** The ids of exchanges that were in progress. */
  readonly pending: readonly number[];
}

/** Maximum number of exchanges in progress in a position, so that it fits into a field. */
const MAX_PENDING = 500;

/**
 * The `id` of an event: the number of the latest entry, and the ids of the exchanges whose end the reader has not seen. A
 * number alone means that only the end of the latest entry has not been seen, as after its event `request`.
 */
export function formatPosition({ last, pending }: FeedPosition): string {
  if (pending.length === 1 && pending[0] === last) return String(last);
  return `${last}:${pending.slice(-MAX_PENDING).join(',')}`;
}

/** The position of a `Last-Event-ID`; undefined for other text. */
export function parsePosition(text: string): FeedPosition | undefined {
  const [, first, list] = POSITION.exec(text) ?? [];
  if (first === undefined) return undefined;
  const last = Number(first);
  // No entry has the id 0.
  if (list === undefined) return { last, pending: last === 0 ? [] : [last] };
  const pending = list === '' ? [] : list.split(',').map(Number);
  return pending.length > MAX_PENDING ? undefined : { last, pending };
}

/** Whether a text that is a position is the id of an entry. */
export function isEntryId(text: string): boolean {
  return !text.includes(':');
}

const POSITION = /^(\d{1,16})(?::((?:\d{1,16}(?:,\d{1,16})*)?))?$/;
