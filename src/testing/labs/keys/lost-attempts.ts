import type { SharedRecords } from '#shared/shared-records.ts';
import { parseName } from './key-store.ts';
import type { LabLogic } from './logic.ts';
import { endStoredAttempt, type StoredAttempt } from './stored-key.ts';

/** Ends the attempts in progress of a process that has ended, and its connections with it. */
export async function endAttemptsOf(
  owner: string,
  records: SharedRecords,
  logic: readonly LabLogic[],
): Promise<void> {
  for (const { name, record, number: n, value } of await records.itemsOf<StoredAttempt>(owner)) {
    const { lab } = parseName(name);
    const logicOfLab = logic.find((each) => each.lab === lab);
    const exchange = { ...value.exchange, ended: 'server-rst' as const };
    if (logicOfLab)
      await records.change(name, (draft) =>
        endStoredAttempt(
          draft,
          logicOfLab,
          { n, record, attempt: { ...value, exchange } },
          { chosenStatus: 0, isSaved: false },
        ),
      );
  }
}
