import { isForeignKeyViolation } from './database-error.ts';

/** Undefined where what the new row belongs to, such as its user, was deleted meanwhile: the row would be gone too. */
export async function unlessGone<Result>(adding: Promise<Result>): Promise<Result | undefined> {
  try {
    return await adding;
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}
