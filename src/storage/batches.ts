const MOST = 128;

/**
 * The rows in portions for one statement each: a database limits the values of a statement. Only a few sizes occur,
 * because each makes a statement of its own, and those are kept.
 */
export function* inPortions<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  let from = 0;
  for (let size = MOST; size >= 1; size /= 2) {
    for (; rows.length - from >= size; from += size) yield rows.slice(from, from + size);
  }
}
