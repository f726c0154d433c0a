import { isForeignKeyViolation } from './database-error.ts';

const MOST = 20;

/**
 * Deletes something with all that hangs on it, in `steps` of one transaction. Where somebody hung something new on it
 * meanwhile, the database refuses, and all begins again.
 */
export async function untilUnreferenced<Result>(steps: () => Promise<Result>): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await steps();
    } catch (error) {
      if (turn === MOST || !isForeignKeyViolation(error)) throw error;
    }
  }
}
