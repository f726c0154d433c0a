/** How far a reader has read the live journal. */
export interface FeedPosition {
  /** The greatest id of an entry. */
  readonly last: number;
  /** The ids of exchanges that were in progress. */
  readonly pending: readonly number[];
}

/** Maximum number of exchanges in progress in a position, so that it fits into a field. */
const MAX_PENDING = 500;

/**
 * The `id` of an event: the id of the latest entry, and the ids of the exchanges whose end the reader has not seen. A
 * number alone means that only the end of the latest entry has not been seen, as after its event `request`.
 */
export function formatPosition({ last, pending }: FeedPosition): string {
  if (pending.length === 1 && pending[0] === last) return String(last);
  return `${last}:${pending.slice(-MAX_PENDING).join(',')}`;
}

/** The position of a `Last-Event-ID`; undefined for other text. */
export function parsePosition(text: string): FeedPosition | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, last = '', hasPending, pending = ''] = /^(\d{1,16})(:([\d,]*))?$/.exec(text) ?? [];
  if (last === '') return undefined;
  if (hasPending === undefined)
    return { last: Number(last), pending: Number(last) === 0 ? [] : [Number(last)] };
  const ids = pending.split(',').filter((id) => id !== '');
  return ids.length > MAX_PENDING ? undefined : { last: Number(last), pending: ids.map(Number) };
}

const MAX_LENGTH = 17 * (MAX_PENDING + 1);
