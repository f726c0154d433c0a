/**
 * The instant of `startedDateTime` in milliseconds since the epoch, with fractions: recorders write up to nine digits of a
 * second, and any offset. Undefined for another value.
 */
export function parseInstant(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string') return undefined;
  const [, seconds, fraction = '', zone = 'Z'] = DATE_TIME.exec(value) ?? [];
  if (seconds === undefined) return undefined;
  const at = Date.parse(
    `${seconds.replace(' ', 'T')}${zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`,
  );
  return Number.isNaN(at) ? undefined : at + Number(`0${fraction}`) * 1000;
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(\.\d{1,12})?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The items by their instants. Readers have to sort the entries of an archive (HAR 1.2, entries). Equal instants keep their
 * order, and items without an instant their place.
 */
export function inOrderOfTime<Item extends { readonly startedAt: number | undefined }>(
  items: readonly Item[],
): Item[] {
  const timed = items.filter(({ startedAt }) => startedAt !== undefined);
  const sorted = timed.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0)).values();
  return items.map((item) => (item.startedAt === undefined ? item : (sorted.next().value ?? item)));
}
