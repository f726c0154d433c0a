import type { UpdateResult } from 'kysely';
import { isUniqueViolation } from './database-error.ts';

/**
 * Changes one row. False when there is no such row, or when a value that must be unique is another row's. An update has
 * to set something: those that may be of nothing leave `created_at` as it is.
 */
export async function updateRow(update: {
  executeTakeFirstOrThrow(): Promise<UpdateResult>;
}): Promise<boolean> {
  try {
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
