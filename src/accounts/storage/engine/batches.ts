const MAX_SIZE = 128;

/**
 * Splits rows into batches of one statement each, because databases limit the number of values in a statement. The sizes
 * are powers of two: each size is a statement of its own, and prepared statements are kept.
 */
export function* splitBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  let start = 0;
  for (let size = MAX_SIZE; size >= 1; size /= 2) {
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size);
  }
}
