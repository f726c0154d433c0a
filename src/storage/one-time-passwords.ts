import type { OneTimePasswordStore } from '../authorizations/store.ts';
import type { Database } from './tables.ts';

export function createOneTimePasswordStore(db: Database): OneTimePasswordStore {
  return {
    async spend(userId, step) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ last_one_time_password_step: step })
        .where('id', '=', userId)
        .where('last_one_time_password_step', '<', step)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
