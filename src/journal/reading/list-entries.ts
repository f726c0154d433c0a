/** Reads after which removed entries are omitted. */
const MAX_ATTEMPTS = 5;

/**
 * Reads ids, and then the entries of these ids. Workers can remove entries between both reads, and do so at different times: both
 * reads are then repeated, so that a list has all of the removed entries, or none.
 */
export async function listEntries<Result, Item>(
  read: () => Promise<Result>,
  idsOf: (result: Result) => readonly number[],
  load: (ids: readonly number[]) => Promise<ReadonlyMap<number, Item | null>>,
): Promise<{ readonly result: Result; readonly items: Item[] }> {
  for (let attempt = 1; ; attempt++) {
    const result = await read();
    const ids = idsOf(result);
    const found = await load(ids);
    const last = ids.findLast((id) => !found.has(id));
    if (last !== undefined && attempt < MAX_ATTEMPTS) continue;
    // The oldest ones are removed first.
    const items = ids.flatMap((id) => (last === undefined || id > last ? (found.get(id) ?? []) : []));
    return { result, items };
  }
}
